import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { quote, say } from '../../../ground/values/wording'
import type { DetailsReading } from '../../read/oauth/authorization-details/read-authorization-details'

export const detailsLocations = defineCheck<DetailsReading>('vci.details.locations', {
  title: 'Parameter authorization_details names the issuer in locations where its metadata lists authorization servers',
  problem: 'The parameter authorization_details does not name the issuer in locations',
  clauses: ['OID4VCI-1FINAL-5.1.1', 'OID4VCI-1FINAL-6.1'],
  level: 'must',
  impossibleIn: ['no_authorization_details'],
  why: 'An authorization server that protects several issuers has to know which one the credential is asked of.',
  hint: 'Set locations to an array of the Credential Issuer Identifier where the metadata has authorization_servers.',
  run: ({ location, locations, amongOthers }) => {
    if (location === null) return notApplicable(say`The metadata lists no authorization servers.`)
    if (locations.length === 0) return notApplicable(say`No entry is of type openid_credential.`)
    const isRight = (value: unknown): boolean =>
      Array.isArray(value) && value.includes(location) && (amongOthers || value.length === 1)
    const wrong = locations.find((value) => !isRight(value))
    if (locations.every(isRight)) return pass()
    return violated({ expected: quote(location), actual: wrong === undefined ? bare.missing : bare.anotherValue })
  },
})
