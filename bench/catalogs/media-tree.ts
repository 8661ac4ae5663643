/** Generates a folder of tiny media files that follow common naming conventions, with NFO files and extras. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SeededRandom } from './random';

/** The roots of two libraries and the number of files below them. */
export interface MediaTree {
  readonly movies: string;
  readonly series: string;
  readonly files: number;
}

const WORDS =
  'amber bridge candle distant echo feather garden harbour island journey kingdom lantern midnight northern ocean paper quiet river silver thunder under velvet winter yellow zephyr stone glass shadow morning letter'.split(
    ' ',
  );
const NAMES = 'Ada Berg Cole Dahl Eng Frost Grey Holm Ives Jarl Kent Lund Moor Nash Orr Penn'.split(' ');
const LABELS = ['1080p', '2160p', "Director's Cut"];
const EPISODES_PER_SEASON = 12;

/**
 * Generates at least `files` files below a folder, half of them for movies and half for series. The last movie and the
 * last series can add a few more.
 */
export function makeMediaTree(directory: string, files: number): MediaTree {
  const maker = new TreeMaker(files);
  const [movies, series] = [join(directory, 'Films'), join(directory, 'Series')];
  while (maker.written < files / 2) maker.addMovie(movies);
  while (maker.written < files) maker.addSeries(series);
  return { movies, series, files: maker.written };
}

class TreeMaker {
  /** Number of files that were written. */
  written = 0;
  private readonly random = new SeededRandom(20_000);
  /** Number of titles so far. Each title ends with its number, so that no two are the same. */
  private titleCount = 0;

  constructor(private readonly targetFiles: number) {}

  /**
   * Adds a movie: usually one video with NFO file, subtitles and a poster. Some movies have several versions, parts or
   * a trailer, and some consist only of a video in the root.
   */
  addMovie(root: string): void {
    const [title, year] = [this.title(), this.random.integer(1950, 2024)];
    const draw = this.random.next();
    if (draw < 0.1) {
      this.put(root, `${title.replaceAll(' ', '.')}.${year}.1080p.BluRay.x264-GROUP.mkv`, 'video');
      return;
    }
    const name = `${title} (${year})${draw < 0.4 ? ` [tmdbid-${this.titleCount}]` : ''}`;
    const folder = join(root, name);
    if (draw < 0.2) for (const label of LABELS) this.put(folder, `${name} - ${label}.mkv`, 'video');
    else if (draw < 0.25) for (const part of [1, 2]) this.put(folder, `${name} cd${part}.avi`, 'video');
    else this.put(folder, `${name}.mkv`, 'video');
    this.put(folder, draw < 0.5 ? 'movie.nfo' : `${name}.nfo`, this.nfo('movie', title, year));
    this.put(folder, `${name}.en.srt`, '1\n00:00:01,000 --> 00:00:02,000\nHello\n');
    this.put(folder, 'poster.jpg', 'image');
    if (draw > 0.9) this.put(join(folder, 'trailers'), 'teaser.mkv', 'video');
  }

  /** Adds a series with seasons, and sometimes specials. Each series uses one of several naming styles for episodes. */
  addSeries(root: string): void {
    const [title, year] = [this.title(), this.random.integer(1980, 2024)];
    const folder = join(root, `${title} (${year})`);
    this.put(folder, 'tvshow.nfo', this.nfo('tvshow', title, year));
    this.put(folder, 'poster.jpg', 'image');
    const style = this.random.integer(0, 3);
    const [firstSeason, lastSeason] = [this.random.integer(0, 1), this.random.integer(1, 6)];
    for (let season = firstSeason; season <= lastSeason; season += 1) {
      const seasonFolder = join(folder, season === 0 ? 'Specials' : `Season ${String(season).padStart(2, '0')}`);
      for (let episode = 1; episode <= EPISODES_PER_SEASON; episode += 1) {
        const name = toEpisodeName(style, title, season, episode, this.title());
        this.put(seasonFolder, `${name}.mkv`, 'video');
        this.put(seasonFolder, `${name}.nfo`, this.nfo('episodedetails', this.title(), year));
        if (episode % 2 === 0) this.put(seasonFolder, `${name}.en.forced.srt`, '1\n');
      }
      if (this.written >= this.targetFiles) return;
    }
  }

  private title(): string {
    this.titleCount += 1;
    const word = (): string => WORDS[this.random.integer(0, WORDS.length - 1)] ?? '';
    return `The ${word()} ${word()} ${word()} ${this.titleCount}`;
  }

  private nfo(element: string, title: string, year: number): string {
    const name = (): string => `${NAMES[this.random.zipf(NAMES.length)] ?? ''} ${NAMES[this.random.zipf(16)] ?? ''}`;
    const actors = Array.from({ length: 8 }, (_, order) => {
      return `  <actor><name>${name()}</name><role>Role ${order}</role><order>${order}</order></actor>`;
    });
    const plot = Array.from({ length: 60 }, () => WORDS[this.random.zipf(WORDS.length)]).join(' ');
    return [
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
      `<${element}>`,
      `  <title>${title}</title><year>${year}</year><premiered>${year}-05-04</premiered>`,
      `  <plot>${plot} &amp; more.</plot><runtime>${this.random.integer(20, 180)}</runtime>`,
      '  <genre>Drama</genre><genre>Mystery</genre><mpaa>US:PG-13</mpaa><studio>Lantern</studio>',
      `  <director>${name()}</director><uniqueid type="tmdb" default="true">${this.titleCount}</uniqueid>`,
      ...actors,
      `</${element}>`,
      '',
    ].join('\n');
  }

  private put(folder: string, name: string, text: string): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), text);
    this.written += 1;
  }
}

function toEpisodeName(style: number, series: string, season: number, episode: number, title: string): string {
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const names = [
    `${series} - S${twoDigits(season)}E${twoDigits(episode)} - ${title}`,
    `${series.replaceAll(' ', '.')}.S${twoDigits(season)}E${twoDigits(episode)}.720p.WEB-DL`,
    `${season}x${twoDigits(episode)} ${title}`,
    `${twoDigits(episode)} - ${title}`,
  ];
  return names[style] ?? title;
}
