import { area, of } from '../../../engine/checks/area'
import { notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { bare, quote, say, word } from '../../../shared/values/wording'
import { judgeStatus, judgeStatusToken, judgeStatusValue } from '../../judgements/issuers'
import { onDeviceResponse, onMdocDocument } from '../../judgements/subjects'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocStatus = area(
  'vp.mdoc',
  { subject: of<PresentedSubject>() },
  {
    mso_status: {
      title: 'Status of the document can be looked up',
      reasons: {
        broken: {
          says: 'The status of the document cannot be looked up',
          fix: 'Make status a map with status_list or identifier_list.',
          acts: 'issuer',
        },
        no_map: {
          says: 'A mechanism in the status of the document is no map',
          fix: 'Make status_list a map with idx and uri, or identifier_list one with id and uri.',
          acts: 'issuer',
        },
        absent: {
          says: 'The status of the document lacks a member',
          fix: 'Give status_list both idx and uri, or identifier_list both id and uri.',
          acts: 'issuer',
        },
        wrong_value: {
          says: 'A member in the status of the document has a value that leads nowhere',
          fix: 'Set idx to an integer that is not negative, id to a byte string, and uri to a text with an absolute URI.',
          acts: 'issuer',
        },
      },
      clauses: ['HAIP-5.3.1'],
      level: 'must',
      profile: 'haip',
      counterpart: 'ValidateMdocMsoRevocationMechanism',
      judges: { token: 'presented_credential', member: 'documents.0.mso.status' },
      why: 'It tells a verifier whether the document was revoked.',
      run: onMdocDocument(({ mso }) => {
        if (mso === null) return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
        const { present, isMap, mechanisms, malformed, absent } = mso.status
        if (!present) return notApplicable(say`The document has no status.`)
        if (!isMap) return violated({ expected: say`a map`, actual: bare.somethingElse })
        const known = mechanisms.filter((name) => name === 'status_list' || name === 'identifier_list')
        if (known.length === 0)
          return violated({ expected: say`status_list or identifier_list`, actual: mechanisms.slice(0, 5).map(shown) })
        if (malformed.length === 0) return pass(known.map(word))
        const expected = say`the members of the mechanism`
        if (absent.length > 0) return violated('absent', { expected, actual: absent.map(quote) })
        const reason = malformed.some((name) => !name.includes('.')) ? 'no_map' : 'wrong_value'
        return violated(reason, { expected, actual: malformed.map(quote) })
      }),
    },
    status_token: {
      title: 'Status list of the document can be relied on',
      problem: 'The status list of the document cannot be relied on',
      clauses: ['TSL14-8.3', 'HAIP-5.3.1'],
      level: 'should',
      rejects: 'invalid_presentation',
      judges: { token: 'presented_credential', member: 'documents.0.mso.status' },
      why: 'Anybody could forge a status list that is not signed, and send an old one after a revocation.',
      hint: 'Publish the list as a signed token with the uri of the document as subject, and renew it in time.',
      acts: 'issuer',
      run: onMdocDocument((document, mdoc, subject) => {
        if (document.mso === null)
          return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
        const lookup = subject.presented.statuses[mdoc.documents.indexOf(document)]
        return judgeStatus({ present: document.mso.status.present, lookup }, subject, judgeStatusToken)
      }),
    },
    status_value: {
      title: 'Document is not revoked or suspended',
      problem: 'The document is revoked or suspended',
      clauses: ['TSL14-8.3', 'HAIP-5.3.1'],
      level: 'should',
      rejects: 'invalid_presentation',
      judges: { token: 'presented_credential', member: 'documents.0.mso.status' },
      why: 'A revoked document should not be accepted.',
      hint: 'Present a document that is valid.',
      run: onMdocDocument((document, mdoc, subject) => {
        if (document.mso === null)
          return notApplicable(say`There is no mobile security object; see vp.mdoc.issuer_auth.`)
        const lookup = subject.presented.statuses[mdoc.documents.indexOf(document)]
        return judgeStatus({ present: document.mso.status.present, lookup }, subject, judgeStatusValue)
      }),
    },
    reused_instance: {
      title: 'Document was not presented in another session',
      problem: 'The document was presented in another session too',
      clauses: ['OID4VP-1FINAL-15.5'],
      level: 'info',
      why: 'Verifiers can link presentations of the same document or key.',
      hint: 'Get documents in batches, and present each one once.',
      run: onDeviceResponse((_mdoc, { presented: { seenBefore } }) => {
        const seen = [...(seenBefore.instance ? ['the document'] : []), ...(seenBefore.holderKey ? ['its key'] : [])]
        return seen.length === 0 ? pass() : tolerated({ expected: say`a fresh instance`, actual: seen.map(quote) })
      }),
    },
  },
)
