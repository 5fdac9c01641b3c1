import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { shown } from '../../judgements/shown'

export const vpResponseIss = defineCheck<ResponseReading>('vp.response.iss', {
  title: 'iss of the answer is the issuer of the wallet',
  clauses: ['OID4VP-1FINAL-8.1', 'RFC9207-2'],
  level: 'info',
  why: 'A verifier that serves several wallets tells by it which of them answered.',
  hint: 'Send the issuer of your metadata as iss, or leave iss out.',
  run: ({ parameters: { iss }, history: { walletIssuer } }) => {
    if (iss === undefined) return notApplicable('The answer has no iss.')
    if (typeof iss !== 'string' || !/^https?:\/\//.test(iss)) return violated({ expected: 'a URL', actual: shown(iss) })
    if (walletIssuer !== null && walletIssuer !== iss) return violated({ expected: walletIssuer, actual: shown(iss) })
    return pass(shown(iss) ?? undefined)
  },
})
