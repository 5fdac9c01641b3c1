import type { ConfusableValues, PresentationInput } from './reading-of-presentation'

/** With the values that a wallet may confuse, looked up after a violation only. */
interface Confusable {
  readonly confusable: ConfusableValues
}

/** A value that stands where another belongs, with the name that findings use. */
interface Confused<Name extends string> {
  readonly name: Name
  readonly value: string
}

/** Values that wallets bind to in place of `nonce`. */
export function confusedNonces({
  state,
  confusable: { walletNonce },
}: Pick<PresentationInput, 'state'> & Confusable): Confused<'state' | 'wallet_nonce'>[] {
  return [
    ...(state === '' ? [] : [{ name: 'state', value: state } as const]),
    ...(walletNonce === null ? [] : [{ name: 'wallet_nonce', value: walletNonce } as const]),
  ]
}

/** Values that wallets bind to in place of `response_uri`. */
export function confusedAddresses({
  responseUri,
  confusable: { requestUri },
}: Pick<PresentationInput, 'responseUri'> & Confusable): Confused<'slash' | 'origin' | 'request_uri'>[] {
  const origin = originOf(responseUri)
  return [
    { name: 'slash', value: responseUri.endsWith('/') ? responseUri.slice(0, -1) : `${responseUri}/` },
    ...(origin === null ? [] : [{ name: 'origin', value: origin } as const]),
    ...(requestUri === '' ? [] : [{ name: 'request_uri', value: requestUri } as const]),
  ]
}

/** Client Identifiers that wallets make of the one in the request. OID4VP-1FINAL-5.9.3 */
export function confusedClientIds({
  clientId,
  confusable: { clientIds },
}: Pick<PresentationInput, 'clientId'> & Confusable): Confused<'without_prefix' | 'of_another_form'>[] {
  const bare = withoutPrefix(clientId)
  return [
    ...(bare === clientId ? [] : [{ name: 'without_prefix', value: bare } as const]),
    ...clientIds
      .filter((id) => id !== clientId && id !== bare)
      .map((value) => ({ name: 'of_another_form', value }) as const),
  ]
}

/** The origin of an address; `null` if it is none. */
export const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null)

/** A Client Identifier without its prefix. OID4VP-1FINAL-5.9.1 */
export const withoutPrefix = (clientId: string): string => clientId.slice(clientId.indexOf(':') + 1)
