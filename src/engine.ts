/** How the JavaScript engine manages memory; each program imports this before anything else. */
import { setFlagsFromString } from 'node:v8';

// The engine learns which places in the code make objects that live long, and has later ones of such a place begin among
// the old objects. One large answer early on teaches it that of the rows of every query: they then outlive their request
// until the next full collection, and each scavenge copies what nobody holds any more (15 ms instead of 1).
setFlagsFromString('--no-allocation-site-pretenuring');
