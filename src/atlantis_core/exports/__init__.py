"""Games and positions taken along: as text, pictures, animations, recordings and pages.

`scenes` cuts a stretch of a game into moments; each format shows them in its own way: `text`,
`pictures` (SVG), `animation` (SVG that moves), `raster` (PNG and GIF, with packages of the extra
`pictures`), `recording` (asciicast) and `page` (HTML). `formats` finds the one that a name asks
for, `requests` reads what somebody types who walks through a game, `clipboard` is for copying.
Nothing here knows a screen or an option of a command.
"""
