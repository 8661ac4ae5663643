import { type INestApplication, Injectable } from '@nestjs/common';
import { keepResolved } from '../../common/processes/keep-resolved';
import { buildApiDocument } from './api-document';
import type { ApiDocument } from './openapi.types';

/** The API description of the running application. The first successful call of `read` builds it. */
@Injectable()
export class ApiDescription {
  private build: (() => Promise<ApiDocument>) | null = null;

  /** Sets the application. `basePath` is the path under which a proxy publishes the service. */
  describe(app: INestApplication, basePath: string): void {
    this.build = keepResolved(() => buildApiDocument(app, basePath));
  }

  /** Returns the description, which the caller must not change. */
  read(): Promise<ApiDocument> {
    if (this.build === null) throw new Error('No application is described.');
    return this.build();
  }
}
