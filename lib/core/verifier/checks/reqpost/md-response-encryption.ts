import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onWalletMetadata } from '../../judgements/on-wallet-metadata'
import { encValuesOf } from '../../read/request/client-metadata'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const reqpostMdResponseEncryption = defineCheck<RequestFetchReading>('vp.reqpost.md_response_encryption', {
  title: 'Wallet metadata lists an encryption that the request offers',
  problem: 'The wallet metadata lists no encryption that the request offers',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'should',
  why: 'Wallet and verifier need an encryption in common, or the wallet cannot respond.',
  hint: 'List ECDH-ES in authorization_encryption_alg_values_supported, and an offered enc value in authorization_encryption_enc_values_supported.',
  run: onWalletMetadata(({ value }, { session }) => {
    if (session.responseMode !== 'direct_post.jwt') return notApplicable(say`The response is not encrypted.`)
    const algs = value.authorization_encryption_alg_values_supported
    const encs = value.authorization_encryption_enc_values_supported
    const offered = encValuesOf(session.request.client_metadata)
    if (algs === undefined && encs === undefined)
      return notObserved(say`The metadata does not say how the wallet encrypts.`)
    const fits =
      (algs === undefined || (Array.isArray(algs) && algs.includes('ECDH-ES'))) &&
      (encs === undefined || (Array.isArray(encs) && offered.some((enc) => encs.includes(enc))))
    const actual = [algs, encs]
      .flat()
      .slice(0, 20)
      .map((name) => shown(name))
    return fits ? pass(actual) : violated({ expected: [say`ECDH-ES`, ...offered.map(quote)], actual })
  }),
})
