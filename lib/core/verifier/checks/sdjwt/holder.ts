import { area, of } from '../../../engine/checks/area'
import { notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { judgeKeyUse, keyUseReason } from '../../../engine/judgements/keys'
import { shown, shownName } from '../../../engine/judgements/shown'
import { isObject } from '../../../shared/values/json'
import { bare, quote, say, word } from '../../../shared/values/wording'
import { judgeStatus, judgeStatusToken, judgeStatusValue } from '../../judgements/issuers'
import { onSdJwt } from '../../judgements/subjects'
import type { PresentedSubject } from '../../read/response/response-reading'

/** An empty list excludes no purpose, and issuers copy it from the wallet's key. */
const noOperations = {
  expected: say`a key to verify signatures with`,
  actual: { key_ops: [] },
}

export const sdjwtHolder = area(
  'vp.sdjwt',
  { subject: of<PresentedSubject>() },
  {
    cnf: {
      title: 'Credential is bound to a holder key',
      problem: 'The credential has no cnf object',
      clauses: ['SDJWTVC13-3.2.2.2', 'OID4VP-1FINALA-B.3'],
      level: 'must',
      rejects: 'invalid_presentation',
      judges: { token: 'presented_credential', member: 'claims.cnf' },
      why: 'Without cnf nobody can prove possession.',
      hint: 'Bind the credential to a key of the wallet with cnf.',
      acts: 'issuer',
      run: onSdJwt(({ cnf, issuerJwt }, { presented }) => {
        if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
        if (presented.match?.holderBinding.required === false)
          return notApplicable(say`The query does not ask for holder binding.`)
        if (!cnf.present) return violated({ expected: say`cnf`, actual: null })
        return cnf.isObject ? pass() : violated({ expected: say`an object`, actual: bare.somethingElse })
      }),
    },
    cnf_jwk: {
      title: 'Credential is bound to a public JWK',
      reasons: {
        missing: {
          says: 'The cnf of the credential has no jwk',
          fix: 'Put the public key of the wallet into cnf.jwk.',
          acts: 'issuer',
        },
        private_members: {
          says: 'The cnf.jwk of the credential holds private key material: {seen}',
          fix: 'Leave private members out of cnf.jwk, and have the wallet make a new key: this one has been disclosed.',
          acts: 'issuer',
        },
        unusable: {
          says: 'The cnf.jwk of the credential is no valid public key that can verify signatures',
          fix: 'Put an asymmetric key into cnf.jwk, with every coordinate in full length.',
          acts: 'issuer',
        },
        no_operations: {
          says: 'The cnf.jwk of the credential has an empty key_ops',
          fix: 'Leave key_ops out of cnf.jwk, or let it say verify.',
          acts: 'issuer',
        },
        key_for_other_use: { ...keyUseReason('the holder in cnf').key_for_other_use, acts: 'issuer' },
      },
      refusal: 'The cnf of the credential has no usable public JWK.',
      clauses: ['HAIP-6.1', 'RFC7800-3.2', 'RFC9901-4.1.2', 'RFC7517-4'],
      level: 'must',
      profile: 'haip',
      rejects: 'invalid_presentation',
      counterpart: 'ValidateCredentialCnfJwkIsPublicKey',
      judges: { token: 'presented_credential', member: 'claims.cnf' },
      why: 'The Key Binding JWT is verified with the key in cnf.',
      run: onSdJwt(({ cnf, issuerJwt }) => {
        if (!cnf.isObject) return notApplicable(say`The credential has no cnf.`)
        const { jwk } = cnf
        if (!jwk.present) return violated('missing', { expected: say`jwk`, actual: null })
        if (jwk.privateMembers.length > 0)
          return violated('private_members', {
            expected: say`public members only`,
            actual: jwk.privateMembers.map(quote),
          })
        if (!jwk.valid || jwk.symmetric)
          return violated('unusable', {
            expected: say`an asymmetric key, on its curve`,
            actual: quote(`${shown(jwk.kty)} ${shown(jwk.crv) ?? say``}`.trim()),
          })
        const cnfSent = issuerJwt.claims?.cnf
        const { key_ops: operations, ...sent } = isObject(cnfSent) && isObject(cnfSent.jwk) ? cnfSent.jwk : {}
        const isEmpty = Array.isArray(operations) && operations.length === 0
        return (
          judgeKeyUse(isEmpty ? sent : { ...sent, key_ops: operations }, { verifies: null }) ??
          (isEmpty ? tolerated('no_operations', noOperations) : pass(quote(`${jwk.kty} ${jwk.crv ?? ''}`.trim())))
        )
      }),
    },
    cnf_clean: {
      title: 'The cnf claim holds only known members',
      problem: 'The cnf claim holds unknown members',
      clauses: ['RFC7800-3.1'],
      level: 'info',
      counterpart: 'WarnIfUnexpectedFieldsInCredentialCnf',
      judges: { token: 'presented_credential', member: 'claims.cnf' },
      why: 'Unknown members may make the holder linkable across verifiers.',
      hint: 'Put only the public JWK into cnf.',
      acts: 'issuer',
      run: onSdJwt(({ cnf }) => {
        if (!cnf.isObject) return notApplicable(say`The credential has no cnf.`)
        const others = [...cnf.unknownMembers, ...cnf.jwk.unknownMembers.map((name) => `jwk/${name}`)]
        return others.length === 0
          ? pass()
          : tolerated({ expected: say`jwk`, actual: others.slice(0, 20).map(shownName) })
      }),
    },
    status_format: {
      title: 'Status of the credential is well-formed',
      problem: 'The status of the credential is malformed',
      clauses: ['SDJWTVC13-3.2.2.2', 'HAIP-6.1'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'claims.status' },
      why: 'The status shows verifiers where to look up a revocation.',
      hint: 'Set status.status_list with uri and a non-negative integer idx.',
      acts: 'issuer',
      run: onSdJwt(({ status }) => {
        if (!status.present) return notApplicable(say`The credential has no status.`)
        if (!status.isObject) return violated({ expected: say`an object`, actual: bare.somethingElse })
        const { statusList } = status
        if (statusList === null)
          return violated({ expected: say`status_list`, actual: status.mechanisms.slice(0, 20).map(shown) })
        if (!statusList.isObject) return violated({ expected: say`an object`, actual: bare.somethingElse })
        if (statusList.idx !== 'non_negative_integer')
          return violated({ expected: say`idx, an integer`, actual: word(statusList.idx) })
        return statusList.uriIsUrl
          ? pass(say`status_list`)
          : violated({ expected: say`uri, a URL`, actual: shown(statusList.uri) })
      }),
    },
    status_value: {
      title: 'Credential is not revoked or suspended',
      problem: 'The credential is revoked or suspended',
      clauses: ['SDJWTVC13-3.4'],
      level: 'should',
      rejects: 'invalid_presentation',
      judges: { token: 'presented_credential', member: 'claims.status' },
      why: 'A revoked credential should not be accepted.',
      hint: 'Present a credential that is valid.',
      run: onSdJwt(({ status }, subject) =>
        judgeStatus({ present: status.present, lookup: subject.presented.statuses[0] }, subject, judgeStatusValue),
      ),
    },
    status_token: {
      title: 'Status list can be relied on',
      problem: 'The status list cannot be relied on',
      clauses: ['TSL14-8.3', 'HAIP-6.1'],
      level: 'should',
      rejects: 'invalid_presentation',
      judges: { token: 'presented_credential', member: 'claims.status' },
      why: 'Anybody could forge a status list that is not signed, and send an old one after a revocation.',
      hint: 'Publish the list as a signed token with the uri of the credential as sub, and renew it in time.',
      acts: 'issuer',
      run: onSdJwt(({ status }, subject) =>
        judgeStatus({ present: status.present, lookup: subject.presented.statuses[0] }, subject, judgeStatusToken),
      ),
    },
    no_kb_when_forbidden: {
      title: 'Presentation without Key Binding JWT ends with a tilde',
      problem: 'The presentation without Key Binding JWT does not end with a tilde',
      clauses: ['RFC9901-4'],
      level: 'info',
      why: 'Without a Key Binding JWT the last part is empty.',
      hint: 'End the presentation with a tilde if it has no Key Binding JWT.',
      run: onSdJwt(({ kbJwt, shape, hints }, { presented }) => {
        if (presented.match?.holderBinding.required !== false)
          return notApplicable(say`The query asks for holder binding.`)
        if (hints.some(({ found }) => found === 'final_tilde_missing'))
          return violated({ expected: say`a tilde at the end`, actual: say`a Disclosure` })
        if (kbJwt.present) return notApplicable(say`The presentation has a Key Binding JWT.`)
        return shape.endsWithTilde ? pass() : violated({ expected: say`a tilde at the end`, actual: bare.none })
      }),
    },
    reused_instance: {
      title: 'Credential was not presented in another session',
      problem: 'The credential was presented in another session too',
      clauses: ['OID4VP-1FINAL-15.5', 'RFC9901-10.1'],
      level: 'info',
      why: 'Verifiers can link presentations of the same credential or key.',
      hint: 'Get credentials in batches, and present each one once.',
      run: onSdJwt((_sdJwt, { presented: { seenBefore } }) => {
        const seen = [...(seenBefore.instance ? ['the credential'] : []), ...(seenBefore.holderKey ? ['its key'] : [])]
        return seen.length === 0 ? pass() : tolerated({ expected: say`a fresh instance`, actual: seen.map(quote) })
      }),
    },
  },
)
