import { type ApiResponse, client, type Service } from './client';

/**
 * Sets the watch state of a user to a position in percent of the duration. From 90 percent on, the item is completed.
 */
export function watch(
  app: Service,
  user: string | { readonly token: string },
  mediaId: string,
  percent: number,
): Promise<ApiResponse> {
  const body = { position_seconds: percent, duration_seconds: 100 };
  return client(app).as(user).put(`/watch-states/${mediaId}`, body, { expect: 200 });
}
