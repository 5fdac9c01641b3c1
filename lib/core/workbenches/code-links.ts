import type { Workbench } from '../shared/ports/workbench'

/** The links in the two codes of a workbench, which lead to these addresses. */
export function codeLinks(
  { offerScheme, scheme, clientId, requestUriMethod }: Workbench['code'],
  { offerUri, requestUri }: { readonly offerUri: string; readonly requestUri: string },
): { readonly issuance: string; readonly presentation: string } {
  const method = requestUriMethod === 'post' ? '&request_uri_method=post' : ''
  return {
    issuance: `${offerScheme}?credential_offer_uri=${encodeURIComponent(offerUri)}`,
    presentation: `${scheme}?client_id=${encodeURIComponent(clientId)}&request_uri=${encodeURIComponent(requestUri)}${method}`,
  }
}
