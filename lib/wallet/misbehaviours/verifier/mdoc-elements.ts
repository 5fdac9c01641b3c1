import { type CborValue, tagged } from '../../formats/mso-mdoc/cbor'
import { issuerSignedItem } from '../../formats/mso-mdoc/issue'
import { bytesOf, embeddedOf, mapOf, textOf } from '../../formats/mso-mdoc/members'
import { need } from '../../run'
import { asking, claims, invalidPresentation } from './builders'
import { inDocument, inMdocIssuance, mdocPid, pidMdoc } from './mdoc-builders'
import type { PresentationMisbehaviour } from './misbehaviour'

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
