"""Made-up people whose lives are told in dialogues, with the whole truth beside them. Imports nothing of kgmem."""
