import { Injectable } from '@nestjs/common';
import { OperatorError } from '../../common/problems/operator-error';
import { CatalogImportService } from '../catalog-import.service';
import type { DiagnosticLog } from './diagnostic-log';
import { LibraryScan, type ScanRequest, type ScanResult } from './library-scan';
import { ScanStateStore } from './scan-state.store';

/**
 * Scans folders into catalog libraries. A unit is the folder of a movie, a series with all its seasons, or the files in
 * the root of a series library. Unless the request sets `full`, skips each unit that has not changed since a scan, even
 * one that ended early, imported it completely.
 */
@Injectable()
export class LibraryScanService {
  constructor(
    private readonly imports: CatalogImportService,
    private readonly state: ScanStateStore,
  ) {}

  /**
   * Scans one library and adds diagnostics to `log`. Throws an `OperatorError` if another scan of the library is
   * running, and a file system error if the root of the library cannot be read.
   */
  async scan(request: ScanRequest, log: DiagnosticLog): Promise<ScanResult> {
    const result = await this.state.withLock(request.library.libraryId, () =>
      new LibraryScan(this.imports, this.state, request, log).run(),
    );
    if (result === null) throw new OperatorError('Another scan of the library is running.');
    return result;
  }
}
