import { defineCheck, pass, tolerated, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote } from '../../../ground/values/wording'
import { onWalletMetadata } from '../../judgements/on-wallet-metadata'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const reqpostMdClientIdPrefixes = defineCheck<RequestFetchReading>('vp.reqpost.md_client_id_prefixes', {
  title: 'Wallet metadata lists the Client Identifier Prefix of the request',
  problem: 'The wallet metadata does not list the Client Identifier Prefix of the request',
  clauses: ['OID4VP-1FINAL-10.1', 'OID4VP-1FINAL-5.9'],
  level: 'should',
  why: 'A wallet that lists no prefixes accepts pre-registered verifiers only.',
  hint: 'List the prefix of the client_id in client_id_prefixes_supported if you accept it.',
  run: onWalletMetadata(({ value }, { session }) => {
    const prefix = prefixOf(String(session.request.client_id))
    const prefixes = value.client_id_prefixes_supported
    // Absent means pre-registered verifiers only; a wallet that continues contradicts that.
    if (prefixes === undefined && prefix === preRegistered) return pass(quote(prefix))
    if (prefixes === undefined) return tolerated({ expected: quote(prefix), actual: null })
    if (!Array.isArray(prefixes)) return violated({ expected: [quote(prefix)], actual: shown(prefixes) })
    return prefixes.includes(prefix)
      ? pass(quote(prefix))
      : violated({ expected: quote(prefix), actual: prefixes.slice(0, 20).map(shown) })
  }),
})

/** How wallets name a client id without a prefix, and what they support where they list nothing. OID4VP-1FINAL-10.1 */
const preRegistered = 'pre-registered'
const prefixOf = (clientId: string): string => (clientId.includes(':') ? (clientId.split(':')[0] ?? '') : preRegistered)
