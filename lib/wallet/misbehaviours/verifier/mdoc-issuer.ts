import {
  arrayOf,
  bytesOf,
  CborTag,
  type CborValue,
  embeddedOf,
  mapOf,
  readCbor,
  sign1,
  tagged,
  textOf,
} from '../../formats/mso-mdoc/cbor'
import { issuerSignedItem, type MdocDraft } from '../../formats/mso-mdoc/issue'
import { need } from '../../run'
import { instant, pidDoctype } from '../../verifier/foreign-credentials'
import {
  asking,
  askingMdoc,
  claims,
  inDocument,
  inMdocIssuance,
  invalidPresentation,
  mdocPid,
  misbehaviour,
  pidMdoc,
} from './builders'
import type { PatchContext, PresentationMisbehaviour } from './misbehaviour'

const certificates = 33

const der = (certificate: string): Buffer => Buffer.from(certificate, 'base64')

const issuerOf = ({ facts }: PatchContext) => need(facts.foreignIssuer, 'issuer of its own')

const validityOf = ({ mobileSecurityObject }: MdocDraft) => mapOf(mobileSecurityObject.get('validityInfo'), 'validity')

const isPid = ({ mobileSecurityObject }: MdocDraft) => mobileSecurityObject.get('docType') === pidDoctype

const statusList = (...members: (readonly [string, CborValue])[]): CborValue =>
  new Map([['status_list', new Map(members)]])
const [place, address] = [
  ['idx', 1],
  ['uri', 'https://issuer.example/status'],
] as const

/** A status that nobody can look up, each for another reason (TSL14-6.3). */
const wrongStatuses: readonly (readonly [variant: string, what: string, status: CborValue])[] = [
  ['text', 'a status that is a text', 'valid'],
  ['mechanism', 'a status of an unknown mechanism', new Map([['register', new Map([place])]])],
  ['list_text', 'a status list that is a text', new Map([['status_list', 'valid']])],
  ['no_uri', 'a status without the address of its list', statusList(place)],
  ['negative', 'a place in the status list that is negative', statusList(['idx', -1], address)],
  ['uri_number', 'a number as the address of the status list', statusList(place, ['uri', 7])],
  ['uri', 'no URI as the address of the status list', statusList(place, ['uri', 'no address'])],
]

/** What the issuer of an mdoc signs (ISO/IEC 18013-5 section 9.1.2.4). The wallet plays the issuer. */
export const mdocIssuerMisbehaviours: PresentationMisbehaviour[] = [
  inDocument('vp.mdoc.issuer_auth', 'Puts the signature of the issuer under a tag', invalidPresentation, (draft) => {
    draft.issuerAuth = tagged(18, draft.issuerAuth)
  }),
  inDocument(
    'vp.mdoc.issuer_auth~untagged',
    'Presents a mobile security object that is not embedded CBOR',
    invalidPresentation,
    (draft, context) => {
      const [protectedHeader, unprotectedHeader, payload] = arrayOf(draft.issuerAuth, 'issuerAuth')
      const embedded = readCbor(bytesOf(payload, 'payload'))
      const object = bytesOf(embedded instanceof CborTag ? embedded.value : embedded, 'payload')
      draft.issuerAuth = sign1(
        {
          protectedHeader: mapOf(readCbor(bytesOf(protectedHeader, 'header')), 'header'),
          unprotectedHeader: mapOf(unprotectedHeader, 'header'),
        },
        object,
        issuerOf(context).current.key,
      )
    },
    { needs: { profile: { credential: 'foreign' } } },
  ),
  inMdocIssuance(
    'vp.mdoc.issuer_alg',
    'Presents an mdoc with an algorithm for another curve',
    invalidPresentation,
    ({ headers }) => {
      headers.protectedHeader.set(1, -35)
    },
  ),
  inMdocIssuance(
    'vp.mdoc.issuer_alg~unknown',
    'Presents an mdoc with an algorithm that was not requested',
    invalidPresentation,
    ({ headers }) => {
      headers.protectedHeader.set(1, -47)
    },
    { alsoFails: ['vp.mdoc.issuer_signature'] },
  ),
  inMdocIssuance(
    'vp.mdoc.x5chain',
    'Presents an mdoc without the certificate of its issuer',
    invalidPresentation,
    ({ headers }) => {
      headers.unprotectedHeader.delete(certificates)
    },
  ),
  inMdocIssuance(
    'vp.mdoc.x5chain~text',
    'Presents an mdoc with its certificate in base64',
    invalidPresentation,
    ({ headers }, context) => {
      headers.unprotectedHeader.set(certificates, issuerOf(context).documentSigner.toString('base64'))
    },
  ),
  inMdocIssuance(
    'vp.mdoc.x5chain~order',
    'Presents an mdoc with a certificate that has nothing to do with the one before',
    'accepted',
    ({ headers }, context) => {
      const { documentSigner, stranger } = issuerOf(context)
      headers.unprotectedHeader.set(certificates, [documentSigner, ...stranger.x5c.map(der)])
    },
  ),
  inMdocIssuance(
    'vp.mdoc.x5chain~root_first',
    'Presents an mdoc with the root first in its chain',
    invalidPresentation,
    ({ headers }, context) => {
      const { documentSigner, current } = issuerOf(context)
      headers.unprotectedHeader.set(certificates, [der(current.rootCertificate), documentSigner])
    },
    { alsoFails: ['vp.mdoc.issuer_signature', 'vp.mdoc.document_signer', 'vp.mdoc.x5chain_leaf_not_self_signed'] },
  ),
  inMdocIssuance(
    'vp.mdoc.issuer_signature',
    'Presents an mdoc that someone else has signed',
    invalidPresentation,
    (draft, context) => {
      draft.key = issuerOf(context).stranger.key
    },
  ),
  inMdocIssuance(
    'vp.mdoc.cert_validity',
    'Presents an mdoc with an expired issuer certificate',
    invalidPresentation,
    (draft, context) => {
      const { expired, expiredDocumentSigner } = issuerOf(context)
      draft.key = expired.key
      draft.headers.unprotectedHeader.set(certificates, expiredDocumentSigner)
    },
  ),
  inMdocIssuance(
    'vp.mdoc.x5chain_leaf_not_self_signed',
    'Presents an mdoc with the root in its chain',
    'accepted',
    ({ headers }, context) => {
      const { documentSigner, current } = issuerOf(context)
      headers.unprotectedHeader.set(certificates, [documentSigner, der(current.rootCertificate)])
    },
  ),
  inMdocIssuance(
    'vp.mdoc.x5chain_leaf_not_self_signed~leaf',
    'Presents an mdoc under a self-signed certificate',
    'accepted',
    ({ headers }, context) => {
      headers.unprotectedHeader.set(certificates, der(issuerOf(context).current.selfSignedCertificate))
    },
    { alsoFails: ['vp.mdoc.document_signer'] },
  ),
  inMdocIssuance(
    'vp.mdoc.document_signer',
    'Presents an mdoc under a certificate for another purpose',
    'accepted',
    ({ headers }, context) => {
      headers.unprotectedHeader.set(certificates, der(issuerOf(context).current.x5c[0] ?? ''))
    },
  ),
  misbehaviour('vp.mdoc.issuer_trusted', 'Presents an mdoc of an unknown issuer', 'accepted', {
    needs: { ...askingMdoc, profile: { credential: 'foreign' } },
    byProfile: 'response',
  }),
  inMdocIssuance('vp.mdoc.mso_version', 'Presents an mdoc of a later version', 'accepted', (draft) => {
    draft.mobileSecurityObject.set('version', '2.0')
  }),
  inMdocIssuance(
    'vp.mdoc.digest_alg',
    'Presents an mdoc with an unknown digest algorithm',
    invalidPresentation,
    (draft) => {
      draft.mobileSecurityObject.set('digestAlgorithm', 'MD5')
    },
    { alsoFails: ['vp.mdoc.digest_alg_sha256'] },
  ),
  inMdocIssuance('vp.mdoc.digest_alg_sha256', 'Presents an mdoc with digests of SHA-512', 'accepted', (draft) => {
    draft.mobileSecurityObject.set('digestAlgorithm', 'SHA-512')
  }),
  inMdocIssuance('vp.mdoc.doctype_mso', 'Passes one kind of document off as another', invalidPresentation, (draft) => {
    draft.mobileSecurityObject.set('docType', 'org.example.library_card')
  }),
  inMdocIssuance('vp.mdoc.validity', 'Presents an mdoc that has expired', invalidPresentation, (draft, { now }) => {
    validityOf(draft).set('validUntil', instant((now - 600) * 1000))
  }),
  inMdocIssuance(
    'vp.mdoc.validity~early',
    'Presents an mdoc that is not valid yet',
    invalidPresentation,
    (draft, { now }) => {
      validityOf(draft).set('validFrom', instant((now + 600) * 1000))
    },
  ),
  inMdocIssuance(
    'vp.mdoc.validity~fraction',
    'Presents an mdoc with a fraction of a second in its times',
    invalidPresentation,
    (draft, { now }) => {
      validityOf(draft).set('validUntil', tagged(0, new Date((now + 600) * 1000).toISOString()))
    },
  ),
  inMdocIssuance('vp.mdoc.device_key', 'Presents an mdoc that is bound to no key', invalidPresentation, (draft) => {
    draft.mobileSecurityObject.delete('deviceKeyInfo')
  }),
  inMdocIssuance('vp.mdoc.mso_status', 'Presents an mdoc with a status that reveals nothing', 'accepted', (draft) => {
    const list: CborValue = new Map([['uri', 'no address']])
    draft.mobileSecurityObject.set('status', new Map([['status_list', list]]))
  }),
  ...wrongStatuses.map(([variant, what, status]) =>
    inMdocIssuance(`vp.mdoc.mso_status~${variant}`, `Presents an mdoc with ${what}`, 'accepted', (draft) => {
      draft.mobileSecurityObject.set('status', status)
      // Sessions about a status ask for this element, which no PID has.
      if (!isPid(draft)) draft.elements.set('number', 'TEST-MEMBER')
    }),
  ),
]

/** A PID as mdoc with one wrong element, which the query asks for. */
const showing = (
  id: string,
  title: string,
  name: string,
  value: CborValue,
  alsoFails: string[] = [],
): PresentationMisbehaviour =>
  inMdocIssuance(
    id,
    title,
    'accepted',
    ({ elements }) => {
      elements.set(name, value)
    },
    { needs: asking(pidMdoc([name])), alsoFails },
  )

/** A namespace of national elements, if a country were called so. */
const nationalNamespace = 'eu.europa.ec.eudi.pid.sweden.1'

/** Errors in the elements of an mdoc, in general and of a PID. The wallet plays the issuer. */
export const mdocElementMisbehaviours: PresentationMisbehaviour[] = [
  inMdocIssuance(
    'vp.mdoc.item_structure',
    'Presents elements with salts that can be guessed',
    invalidPresentation,
    (draft) => {
      const { salt } = draft
      draft.salt = () => salt().subarray(0, 8)
    },
  ),
  inDocument('vp.mdoc.items_unique', 'Shows an element twice', invalidPresentation, ({ nameSpaces }) => {
    const items = need(nameSpaces.get(mdocPid), 'elements of a PID')
    items.push(...items.slice(0, 1))
  }),
  inDocument('vp.mdoc.digests', 'Changes an element that the issuer has signed', invalidPresentation, (draft) => {
    const items = need(draft.nameSpaces.get(mdocPid), 'elements of a PID')
    const item = mapOf(embeddedOf(items[0], 'element').value, 'element')
    items[0] = issuerSignedItem({
      digestId: Number(item.get('digestID')),
      name: textOf(item.get('elementIdentifier'), 'name'),
      value: 'Somebody Else',
      salt: bytesOf(item.get('random'), 'salt'),
    })
  }),
  inMdocIssuance(
    'vp.mdoc.digests~absent',
    'Shows elements that the issuer has not signed',
    invalidPresentation,
    (draft) => {
      draft.digests = (digests) => digests.clear()
    },
  ),
  showing('vp.mdoc.element_types', 'Shows a birth date that is a text', 'birth_date', '1984-02-29', [
    'vp.pid.mdoc_dates',
  ]),
  showing('vp.pid.mdoc_dates', 'Shows a birth date that is not a date', 'birth_date', tagged(1004, '30.02.1984')),
  showing('vp.pid.mdoc_countries', 'Shows a nationality in words', 'nationality', ['Sweden']),
  showing('vp.pid.mdoc_types', 'Shows a nationality that is not a list', 'nationality', 'SE'),
  showing('vp.pid.mdoc_email', 'Shows an email address without a domain', 'email_address', 'asa'),
  showing('vp.pid.mdoc_phone', 'Shows a phone number without a plus sign', 'mobile_phone_number', '0046700000001'),
  showing('vp.pid.mdoc_sex', 'Shows a number for the sex that means nothing', 'sex', 8),
  showing('vp.pid.mdoc_jurisdiction', 'Shows a jurisdiction in words', 'issuing_jurisdiction', 'Västerbotten'),
  showing(
    'vp.pid.mdoc_place_of_birth',
    'Shows a place of birth with a part of its own',
    'place_of_birth',
    new Map([
      ['country', 'SE'],
      ['hospital', 'Kiruna sjukhus'],
    ]),
  ),
  inMdocIssuance(
    'vp.pid.mdoc_domestic',
    'Shows national elements in a namespace that names no country',
    'accepted',
    (draft) => {
      draft.namespace = nationalNamespace
    },
    {
      needs: asking({ ...pidMdoc([]), ...claims([nationalNamespace, 'family_name']) }),
      // A correct wallet has no such elements, and presents nothing.
      alsoFails: ['vp.mdoc.issuer_trusted'],
    },
  ),
  showing('vp.pid.mdoc_known_names', 'Shows an element under the name of a claim', 'birthdate', '1984-02-29', [
    // A correct wallet has no such element, and presents nothing.
    'vp.mdoc.issuer_trusted',
  ]),
]
