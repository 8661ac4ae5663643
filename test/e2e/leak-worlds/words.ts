/** Words that shown and hidden items share, so that counts over both would differ from counts over what is shown. */
export const WORDS = ['lantern', 'river', 'captain', 'winter', 'garden', 'signal', 'mirror', 'harbour', 'violin'];
/** Words of hidden items alone; some are near a shown word or near a misspelled query. */
export const HIDDEN_WORDS = ['lanturn', 'captein', 'zeppelin', 'quartz', 'winters', 'rivers', 'mirrow'];
/** What callers ask for beside the words: misspelled, hidden, and absent words. */
export const ASKED_WORDS = ['lantren', 'capatin', 'zeppelin', 'quarts', 'mirrro', 'xylophone', 'wintter'];
export const GENRES = ['Drama', 'Comedy', 'Western', 'Mystery'];
export const HIDDEN_GENRES = ['Drama', 'Horror'];
export const PEOPLE = ['Ada Lovelace', 'Buster Keaton', 'Mabel Normand', 'Harold Lloyd'];
export const HIDDEN_PEOPLE = ['Buster Keaton', 'Nobody Known'];
