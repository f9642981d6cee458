"""Exports of games and positions: text, images, animations, terminal recordings and web pages.

`scenes` splits a range of turns into scenes; each format renders them: `text`, `pictures` (SVG),
`animation` (animated SVG), `raster` (PNG and GIF; needs the extra `pictures`), `recording`
(asciicast) and `page` (HTML). `formats` chooses one by file name, `requests` parses export requests
typed in a review.
"""
