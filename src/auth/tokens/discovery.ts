import { requireTrustedUrl } from '../../common/config/settings/setting-values';
import { fetchJsonObject } from './fetch-json';

/**
 * Returns the URL of an issuer's key set, found by OpenID Connect Discovery 1.0. Throws if the issuer does not answer,
 * if the document belongs to another issuer or has no URL, or if the URL does not use https (http is allowed for
 * loopback).
 */
export async function discoverKeySetUri(issuer: string): Promise<string> {
  const base = issuer.endsWith('/') ? issuer.slice(0, -1) : issuer;
  const document = await fetchJsonObject(`${base}/.well-known/openid-configuration`, 'discovery document');
  if (document['issuer'] !== issuer) throw new Error('The discovery document is of another issuer.');
  const uri = document['jwks_uri'];
  if (typeof uri !== 'string') throw new Error('The discovery document has no jwks_uri.');
  return requireTrustedUrl(uri);
}
