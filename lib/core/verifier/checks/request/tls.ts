import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const requestTls = defineCheck<RequestFetchReading>('vp.request.tls', {
  title: 'Connection uses TLS 1.2 or 1.3',
  problem: 'The connection does not use TLS 1.2 or 1.3',
  clauses: ['OID4VP-1FINAL-14.6'],
  level: 'info',
  why: 'Requests and responses are only as private as the connection.',
  hint: 'Connect with TLS 1.3, or with TLS 1.2 and the cipher suites of BCP 195.',
  run: ({ tls }) => {
    if (!tls.https) return notApplicable(say`This installation is served over plain HTTP.`)
    if (tls.version === null) return notObserved(say`A proxy terminates TLS and does not report the version.`)
    return /^TLSv1\.[23]$/.test(tls.version)
      ? pass(quote(tls.version))
      : violated({ expected: say`TLSv1.2 or TLSv1.3`, actual: quote(tls.version) })
  },
})
