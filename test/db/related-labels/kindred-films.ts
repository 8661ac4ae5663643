import type { LabelledGroup } from './labelled-group';

/** Remakes, and works by the same people. They are related but not a series. */
export const KINDRED_FILMS: readonly LabelledGroup[] = [
  {
    why: 'A Star Is Born: one story, told anew for each generation',
    seeds: ['A Star Is Born (1937)', 'A Star Is Born (1954)', 'A Star Is Born (2018)'],
  },
  {
    why: 'Little Women: one novel',
    seeds: ['Little Women (1933)', 'Little Women (1994)'],
    others: ['Little Women (1918)', 'Little Women (1949)', 'Little Women (2019)'],
  },
  {
    why: 'The Maltese Falcon: one novel, filmed twice in ten years',
    seeds: ['The Maltese Falcon (1941)'],
    others: ['The Maltese Falcon (1931)', 'Satan Met a Lady (1936)'],
  },
  {
    why: 'The Front Page: one play, once under another title and with a woman in the part',
    seeds: ['His Girl Friday (1940)'],
    others: ['The Front Page (1931)', 'The Front Page (1974)', 'Switching Channels (1988)'],
  },
  {
    why: 'Mutiny on the Bounty: one mutiny',
    seeds: ['Mutiny on the Bounty (1935)'],
    others: ['Mutiny on the Bounty (1962)', 'The Bounty (1984)'],
  },
  {
    why: 'The Great Gatsby: one novel',
    seeds: ['The Great Gatsby (1974)'],
    others: ['The Great Gatsby (1926)', 'The Great Gatsby (1949)', 'The Great Gatsby (2013)'],
  },
  {
    why: 'King Kong: one ape',
    seeds: ['King Kong (1933)', 'King Kong (2005)'],
    others: ['Son of Kong (1933)', 'King Kong (1976)', 'King Kong Lives (1986)', 'Kong: Skull Island (2017)'],
    strangers: ['Hong Kong (1951)', 'The Road to Hong Kong (1962)'],
  },
  {
    why: 'Dr. Jekyll and Mr. Hyde: one novella',
    seeds: ['Dr. Jekyll and Mr. Hyde (1941)'],
    others: [
      'Dr. Jekyll and Mr. Hyde (1908)',
      'Dr. Jekyll and Mr. Hyde (1912)',
      'Dr. Jekyll and Mr. Hyde (1913)',
      'Dr. Jekyll and Mr. Hyde (1920)',
      'Dr. Jekyll and Mr. Hyde (1931)',
      'Abbott and Costello Meet Dr. Jekyll and Mr. Hyde (1953)',
      'Dr. Jekyll and Ms. Hyde (1995)',
    ],
  },
  {
    why: 'Cape Fear: one novel, and the old leads in small parts of the remake',
    seeds: ['Cape Fear (1991)'],
    others: ['Cape Fear (1962)'],
  },
  { why: 'Psycho: a remake shot for shot', seeds: ['Psycho (1998)'], others: ['Psycho (1960)', 'Psycho II (1983)'] },
  { why: 'Scarface: a remake in another city', seeds: ['Scarface (1983)'], others: ['Scarface (1932)'] },
  { why: 'True Grit: one novel', seeds: ['True Grit (2010)'], others: ['True Grit (1969)', 'Rooster Cogburn (1975)'] },
  {
    why: 'Fred Astaire and Ginger Rogers: one couple of dancers, one studio',
    seeds: ['Top Hat (1935)', 'Swing Time (1936)'],
    others: [
      'Flying Down to Rio (1933)',
      'The Gay Divorcee (1934)',
      'Roberta (1935)',
      'Follow the Fleet (1936)',
      'Shall We Dance (1937)',
      'Carefree (1938)',
      'The Story of Vernon and Irene Castle (1939)',
      'The Barkleys of Broadway (1949)',
    ],
  },
  {
    why: 'Laurel and Hardy: one pair of comedians',
    seeds: ['Sons of the Desert (1933)', 'Block-Heads (1938)'],
    others: [
      'Babes in Toyland (1934)',
      'Our Relations (1936)',
      'Way Out West (1937)',
      'Saps at Sea (1940)',
      'A Chump at Oxford (1940)',
      'Pack Up Your Troubles (1932)',
      'The Flying Deuces (1939)',
      'Swiss Miss (1938)',
      'Pardon Us (1931)',
      'The Bohemian Girl (1936)',
      'Bonnie Scotland (1935)',
      'Air Raid Wardens (1943)',
      'Great Guns (1941)',
    ],
    strangers: ['Way Out West (1930)', 'Babes in Toyland (1997)'],
  },
  {
    why: 'Edgar Allan Poe by Roger Corman with Vincent Price: one director, one star, one author',
    seeds: ['House of Usher (1960)', 'The Raven (1963)'],
    others: [
      'The Pit and the Pendulum (1961)',
      'Tales of Terror (1962)',
      'The Haunted Palace (1963)',
      'The Masque of the Red Death (1964)',
    ],
  },
  {
    why: 'Westerns by John Ford with John Wayne: one director, one star, one landscape',
    seeds: ['She Wore a Yellow Ribbon (1949)'],
    others: [
      'Fort Apache (1948)',
      'Rio Grande (1950)',
      'The Searchers (1956)',
      '3 Godfathers (1948)',
      'The Horse Soldiers (1959)',
    ],
  },
];
