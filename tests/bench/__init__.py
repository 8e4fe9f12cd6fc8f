"""How fast the referee is, in units of python-chess and of bare Python; run by hand, never by the suite."""
