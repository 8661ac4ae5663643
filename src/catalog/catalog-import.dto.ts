import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Capped } from '../common/response-bounds/bounded.decorators';
import { LINE_ERROR_CODES, type LineErrorCode } from './ingest/lines/line-error';

/** A refused line of an import. */
export class CatalogImportError {
  /** Number of the line, from 1; blank lines count. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  line: number;

  /** One of the closed list of codes. */
  @ApiProperty({ enum: Object.keys(LINE_ERROR_CODES) })
  code: LineErrorCode;

  /** What is expected of which field; never a value. */
  @Bounded()
  message: string;
}

/** What became of the lines of an import. */
export class CatalogImportResult {
  /** Records that changed something. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  accepted: number;

  /** Records that the catalog already had, and deletions of what was not there. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  unchanged: number;

  /** Lines that were refused; the others are in the catalog all the same. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  rejected: number;

  /** The first refused lines, in the order of the lines. */
  @Capped(100, () => CatalogImportError)
  errors: CatalogImportError[];
}
