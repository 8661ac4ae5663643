import type { LabelledGroup } from './labelled-group';

/** Stories that were filmed again, mostly under the same title. */
export const REMAKES: readonly LabelledGroup[] = [
  {
    why: 'Around the World in 80 Days: one novel; all its words are ordinary',
    seeds: ['Around the World in 80 Days (1956)'],
    others: ['Around the World in 80 Days (2004)'],
  },
  {
    why: 'Ben-Hur: one novel',
    seeds: ['Ben-Hur (1959)'],
    others: ['Ben-Hur (2016)', 'Ben Hur (1907)', 'Ben-Hur: A Tale of the Christ (1925)'],
  },
  {
    why: 'The Ten Commandments: one director, twice',
    seeds: ['The Ten Commandments (1956)'],
    others: ['The Ten Commandments (1923)', 'The Ten Commandments (2007)'],
  },
  {
    why: 'Imitation of Life: one novel',
    seeds: ['Imitation of Life (1959)'],
    others: ['Imitation of Life (1934)'],
  },
  {
    why: 'An Affair to Remember: a remake by the same director',
    seeds: ['An Affair to Remember (1957)'],
    others: ['Love Affair (1932)', 'Love Affair (1939)', 'Love Affair (1994)'],
  },
  {
    why: 'The Prisoner of Zenda: one novel',
    seeds: ['The Prisoner of Zenda (1937)'],
    others: ['The Prisoner of Zenda (1922)', 'The Prisoner of Zenda (1952)', 'The Prisoner of Zenda (1979)'],
  },
  {
    why: 'The Three Musketeers: one novel',
    seeds: ['The Three Musketeers (1948)'],
    others: [
      'The Three Musketeers (1916)',
      'The Three Musketeers (1921)',
      'The Three Musketeers (1935)',
      'The Three Musketeers (1939)',
      'The Three Musketeers (1973)',
      'The Three Musketeers (1993)',
      'The Three Musketeers (2011)',
      'The Fourth Musketeer (1923)',
    ],
  },
  {
    why: 'The Postman Always Rings Twice: one novel',
    seeds: ['The Postman Always Rings Twice (1981)'],
    others: ['The Postman Always Rings Twice (1946)'],
  },
  {
    why: 'Invasion of the Body Snatchers: one novel',
    seeds: ['Invasion of the Body Snatchers (1978)'],
    others: ['Invasion of the Body Snatchers (1956)', 'Body Snatchers (1993)', 'The Invasion (2007)'],
  },
  {
    why: 'The Thomas Crown Affair: one thief',
    seeds: ['The Thomas Crown Affair (1999)'],
    others: ['The Thomas Crown Affair (1968)'],
  },
  {
    why: '3:10 to Yuma: one story',
    seeds: ['3:10 to Yuma (2007)'],
    others: ['3:10 to Yuma (1957)'],
  },
  {
    why: 'Father of the Bride: one wedding',
    seeds: ['Father of the Bride (1991)'],
    others: [
      'Father of the Bride (1950)',
      'Father of the Bride (2022)',
      "Father's Little Dividend (1951)",
      'Father of the Bride Part II (1995)',
    ],
  },
  {
    why: 'The Day the Earth Stood Still: one visitor',
    seeds: ['The Day the Earth Stood Still (2008)'],
    others: ['The Day the Earth Stood Still (1951)'],
  },
  {
    why: 'West Side Story: one musical',
    seeds: ['West Side Story (2021)'],
    others: ['West Side Story (1961)'],
  },
  {
    why: 'Miracle on 34th Street: one Santa Claus',
    seeds: ['Miracle on 34th Street (1994)'],
    others: ['Miracle on 34th Street (1947)'],
  },
  {
    why: 'The Nutty Professor: one professor',
    seeds: ['The Nutty Professor (1996)'],
    others: ['The Nutty Professor (1963)', 'Nutty Professor II: The Klumps (2000)'],
  },
  {
    why: 'Cheaper by the Dozen: one large family',
    seeds: ['Cheaper by the Dozen (2003)'],
    others: [
      'Cheaper by the Dozen (1950)',
      'Cheaper by the Dozen (2022)',
      'Belles on Their Toes (1952)',
      'Cheaper by the Dozen 2 (2005)',
    ],
  },
  {
    why: 'The Manchurian Candidate: one novel',
    seeds: ['The Manchurian Candidate (2004)'],
    others: ['The Manchurian Candidate (1962)'],
  },
  {
    why: 'The Longest Yard: one match in a prison',
    seeds: ['The Longest Yard (2005)'],
    others: ['The Longest Yard (1974)'],
  },
];
