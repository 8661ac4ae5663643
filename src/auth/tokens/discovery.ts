import { requireTrustedUrl } from '../../common/config/settings/setting-values';
import { fetchJsonObject } from './fetch-json';

/**
 * The URL of an issuer's key set, by OpenID Connect Discovery 1.0. Throws if the issuer does not answer, if the document
 * is of another issuer, or if the key set is not at an https URL (http for loopback).
 */
export async function discoverKeySetUri(issuer: string): Promise<string> {
  const base = issuer.endsWith('/') ? issuer.slice(0, -1) : issuer;
  const document = await fetchJsonObject(`${base}/.well-known/openid-configuration`, 'discovery document');
  if (document['issuer'] !== issuer) throw new Error('The discovery document is of another issuer.');
  const uri = document['jwks_uri'];
  if (typeof uri !== 'string') throw new Error('The discovery document has no jwks_uri.');
  return requireTrustedUrl(uri);
}
