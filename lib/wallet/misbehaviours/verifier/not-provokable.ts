/** Checks of presentations that one run of this wallet cannot make fail, and why. */
export const presentationNotProvokable: Readonly<Record<string, string>> = {
  'vp.request.fetched': 'Without fetching the request the wallet has nothing to respond to.',
  'vp.request.tls': 'This service offers nothing older than TLS 1.2; only a proxy before it can.',
  'vp.response.received': 'A wallet that stays silent leaves nothing to judge.',
  'vp.response.in_time': 'Needs a wallet that waits until the request has expired, which takes a minute at least.',
  'vp.response.latency': 'Only tells a time.',
  'vp.jwe.ignores_unusable_key': 'Nobody can encrypt to a key that is not usable.',
  'vp.jwe.key_without_use': 'A wallet that does not take the key sends nothing to judge.',
  'vp.token.multiple_honoured':
    'One credential is right too; the flows of laboratory-identifiers show a wallet that shows one of two.',
  'vp.token.option_chosen': 'The user may choose any option.',
  'vp.dcql.no_binding_accepted': 'Where no proof is required, both with and without one are right.',
  'vp.sdjwt.status_value': 'Takes a credential that its issuer revoked; the flows of laboratory-status show it.',
  'vp.sdjwt.status_token': 'Takes a list that its issuer forged; the flows of laboratory-status show it.',
  'vp.mdoc.status_value': 'Takes a document that its issuer revoked; the flows of laboratory-status show it.',
  'vp.mdoc.status_token': 'Takes a list that its issuer forged; the flows of laboratory-status show it.',
  'vp.sdjwt.issuer_listed': 'Needs a service that relies on lists of issuers; the flows of trust-lists show it.',
  'vp.mdoc.issuer_listed': 'Needs a service that relies on lists of issuers; the flows of trust-lists show it.',
  'vp.txn.mdoc_elements': 'Only lists what the device signed.',
  'vp.request.no_plain_fetch': 'Needs a service behind a proxy that speaks https; the flow plain-fetch shows it.',
  'vp.negative.fetch_behaviour': 'Refusing before and after the fetch are both right.',
}
