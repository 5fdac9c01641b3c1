import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { MisdirectedReading } from '../../../engine/endpoints/misdirected-reading'
import { say } from '../../../ground/values/wording'

export const metadataIssuerWellknownPath = defineCheck<MisdirectedReading>('vci.metadata.issuer_wellknown_path', {
  title: 'Issuer metadata is fetched with the well-known path inserted',
  problem: 'The issuer metadata was requested at the wrong well-known path',
  clauses: ['OID4VCI-1FINAL-12.2.2'],
  level: 'must',
  why: 'The well-known string goes between host and path; an issuer with several identifiers responds nowhere else.',
  hint: 'Fetch {origin}/.well-known/openid-credential-issuer{path of the Credential Issuer Identifier}, without a slash at the end.',
  run: ({ wrongForm, path, operation, answered }) => {
    if (answered && operation === 'getIssuerMetadata') return pass(say`inserted form`)
    if (wrongForm === 'appended_issuer_metadata')
      return violated({ expected: say`inserted form`, actual: say`appended form` })
    if (wrongForm === 'trailing_slash' && path.includes('openid-credential-issuer')) {
      return violated({ expected: say`no slash at the end`, actual: say`a slash at the end` })
    }
    return notApplicable(say`The request does not ask for issuer metadata.`)
  },
})
