import type { JsonObject } from '../../../ground/values/json'

/** Characters that still fit into one QR code, of version 40 with the lowest error correction. */
export const qrCharactersMax = 2900

/**
 * The link a wallet is opened with, by reference. The method is named only when it is `post`; then the wallet is also
 * told which formats can be verified, before it sends its own metadata.
 * @see OID4VP-1FINAL-5.1, RFC9101-5.2
 */
export function deeplinkByReference({
  scheme,
  clientId,
  requestUri,
  requestUriMethod,
  clientMetadata,
  change,
}: {
  readonly scheme: string
  readonly clientId: string
  readonly requestUri: string
  readonly requestUriMethod: 'get' | 'post'
  readonly clientMetadata: JsonObject
  readonly change?: ChangeLink
}): string {
  const { vp_formats_supported } = clientMetadata
  const parameters = {
    client_id: clientId,
    request_uri: requestUri,
    ...(requestUriMethod === 'post'
      ? {
          request_uri_method: 'post',
          ...(vp_formats_supported === undefined ? {} : { client_metadata: JSON.stringify({ vp_formats_supported }) }),
        }
      : {}),
  }
  return link(scheme, parameters, change)
}

/** The link that carries the signed request itself. RFC9101-5.1 */
export const deeplinkByValue = (values: {
  readonly scheme: string
  readonly clientId: string
  readonly requestObject: string
  readonly change?: ChangeLink
}): string => link(values.scheme, { client_id: values.clientId, request: values.requestObject }, values.change)

/** What a link has wrong or odd on purpose. */
type ChangeLink = (parameters: readonly Parameter[]) => readonly Parameter[]
type Parameter = readonly [name: string, value: string]

/** Spaces become `%20`, for what reads a link on a phone does not turn `+` into a space. */
const link = (
  scheme: string,
  parameters: Readonly<Record<string, string>>,
  change: ChangeLink = (given) => given,
): string =>
  `${scheme}?${change(Object.entries(parameters))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`
