/** Groups of the document, in the order in which a reader meets them. */
export const tags = [
  { name: 'Service', description: 'The service itself: whether it is up, its test root, its interface, its checks.' },
  { name: 'Sessions', description: 'What a tester calls: start a session, read its evidence.' },
  { name: 'Metadata', description: 'Documents and keys that a wallet reads before it asks for anything.' },
  { name: 'Issuance', description: 'What a wallet calls to get a credential (OpenID4VCI 1.0).' },
  {
    name: 'Scoreboard',
    description: 'Statistics of wallet test pipelines: aggregation for admins, records for everyone.',
  },
  { name: 'Authorization', description: 'The auto-approving authorization server behind each issuer.' },
] as const

export type TagName = (typeof tags)[number]['name']

/** The group of a path. */
export function tagOf(path: string): TagName {
  if (/^\/(sessions|oid4vci)(\/|$)/.test(path)) return 'Sessions'
  if (path.startsWith('/api/')) return 'Scoreboard'
  if (path.startsWith('/authorization-servers/')) return 'Authorization'
  if (/^\/(\.well-known\/|issuers$|issuers\/[^/]+\/[\w-]+\.)/.test(path)) return 'Metadata'
  return path.startsWith('/issuers/') ? 'Issuance' : 'Service'
}
