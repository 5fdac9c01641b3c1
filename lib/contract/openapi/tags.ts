import type { ContractEntry } from '../contract-entry'

/** Groups of the document, in reading order. */
export const tags = [
  {
    name: 'Sessions',
    description: 'What a tester calls: start a session, read its evidence, its verdict, its report.',
  },
  {
    name: 'Campaigns',
    description: 'Many sessions for one wallet, one after the other, and one report of them all.',
  },
  { name: 'Metadata', description: 'Documents and keys that a wallet reads before its first request.' },
  { name: 'Issuance', description: 'What a wallet and its browser call to get a credential (OpenID4VCI 1.0).' },
  { name: 'Presentation', description: 'What a wallet and its browser call to present one (OpenID4VP 1.0).' },
  {
    name: 'Laboratory',
    description: 'The same addresses under an issuer that belongs to one session: POST /sessions with laboratory.',
  },
  { name: 'Authorization', description: 'The auto-approving authorization server behind each issuer.' },
  {
    name: 'Scoreboard',
    description: 'Statistics of wallet test pipelines: aggregation for admins, records for everyone.',
  },
  {
    name: 'Trust',
    description: 'The European trust framework as this installation plays it: anchors, lists, revocation. Test data.',
  },
  { name: 'Service', description: 'The service itself: health, test root, API description, checks.' },
] as const

export type TagName = (typeof tags)[number]['name']

/** The group of an operation. */
export function tagOf({ path, area }: Pick<ContractEntry, 'path' | 'area'>): TagName {
  if (path.startsWith('/openid4vp/')) return area === 'tester' ? 'Sessions' : 'Presentation'
  if (/^\/(sessions|oid4vci)(\/|$)/.test(path)) return 'Sessions'
  if (path.startsWith('/lab/')) return 'Laboratory'
  if (/^\/campaigns(\/|$)/.test(path)) return 'Campaigns'
  if (/^\/(api|media|badge)\//.test(path)) return 'Scoreboard'
  if (path.startsWith('/trust/')) return 'Trust'
  if (path.startsWith('/authorization-servers/')) return 'Authorization'
  if (/^\/(\.well-known\/|issuers$|issuers\/[^/]+\/[\w-]+\.)/.test(path)) return 'Metadata'
  return path.startsWith('/issuers/') ? 'Issuance' : 'Service'
}
