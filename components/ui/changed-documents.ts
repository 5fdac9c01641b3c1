import type { DocumentPair } from '@/lib/core/shared/mutations/document-pair'

const titles: Readonly<Record<DocumentPair['target'], string>> = {
  request_object: 'Request Object',
  request_header: 'Header of the Request Object',
  link: 'Parameters of the link',
  request_response: 'Response of the request_uri',
  response: 'Our answer to the response',
  offer: 'Credential Offer',
  offer_link: 'Parameters of the link',
  issuer_metadata: 'Issuer metadata',
  server_metadata: 'Authorization server metadata',
  token_response: 'Token response',
  credential_response: 'Credential response',
}

/** What a document that a tester may change is called. */
export const documentTitle = ({ target, entry }: Pick<DocumentPair, 'target' | 'entry'>): string =>
  entry === undefined ? titles[target] : `${titles[target]}, entry ${entry}`
