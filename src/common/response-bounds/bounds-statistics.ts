import { Injectable } from '@nestjs/common';

/** Counts the cuts made by the interceptor. Any value above 0 shows a fault: services should cut their own answers. */
@Injectable()
export class BoundsStatistics {
  /** Number of lists that exceeded their cap. */
  lists = 0;
  /** Number of texts that exceeded their budget. */
  texts = 0;
}
