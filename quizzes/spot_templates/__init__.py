"""Templates of spots: ranges and conditions, and the spots that are written to them. No Django here.

`ranges` holds what an author asks for, `conditions` what a spot shows of it, `writing` plays hands towards it, and
`finding` keeps of what was written the spots that fit, each checked twice.
"""
