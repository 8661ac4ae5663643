import { Injectable } from '@nestjs/common';

/** Counts what the bounding interceptor truncates. A value above 0 shows a fault of a service. */
@Injectable()
export class BoundsStatistics {
  /** Number of lists that exceeded their cap. */
  lists = 0;
  /** Number of texts that exceeded their budget. */
  texts = 0;
}
