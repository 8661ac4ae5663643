import type { CandidateRow } from '../../../src/candidates/ranking/candidate-row';
import { VIA_EXACT } from '../../../src/candidates/retrieval/retrieval-parts';
import { DocumentLexemes } from '../../../src/search/index/document-lexemes';
import { encodeForms, toTitleForm } from '../../../src/search/index/title-forms';

/** Returns the row of a movie, as ranking reads it. Its media id consists of its titles. */
export function candidateRow(titles: readonly string[], year: number | null = null, overview = ''): CandidateRow {
  const document = new DocumentLexemes();
  for (const title of titles) document.addTitle(title);
  document.addText('overview', overview);
  return {
    library_id: 'library',
    media_id: titles.join('|'),
    media_kind: 'movie',
    year,
    season_number: null,
    episode_number: null,
    prominence: 0,
    titles: encodeForms(titles.map(toTitleForm).filter((form) => form !== null)),
    profile: document.build().profile,
    via: VIA_EXACT,
  };
}
