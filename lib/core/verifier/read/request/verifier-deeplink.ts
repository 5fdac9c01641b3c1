import type { JsonObject } from '../../../ground/values/json'

/** Maximum characters in one QR code: bytes of version 40 with error correction L. ISO/IEC 18004 */
export const qrCharactersMax = 2953

/**
 * The link that opens a wallet with a request by reference. The method is named only if it is `post`; then the link
 * also lists the formats that can be verified, since the wallet sends its own metadata next.
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

/** The link that carries the parameters of a request one by one, unsigned. RFC6749-4.1.1 */
export const deeplinkByParameters = (values: {
  readonly scheme: string
  readonly parameters: Readonly<Record<string, string>>
  readonly change?: ChangeLink
}): string => link(values.scheme, values.parameters, values.change)

/** Applies a deviation to the link. */
type ChangeLink = (parameters: readonly Parameter[]) => readonly Parameter[]
type Parameter = readonly [name: string, value: string]

/**
 * Spaces become `%20`, because phone link handlers do not decode `+` as a space. Half a character becomes U+FFFD, as it does in
 * a signed request.
 */
const link = (
  scheme: string,
  parameters: Readonly<Record<string, string>>,
  change: ChangeLink = (given) => given,
): string =>
  `${scheme}?${change(Object.entries(parameters))
    .map((parameter) => parameter.map((text) => encodeURIComponent(text.toWellFormed())).join('='))
    .join('&')}`
