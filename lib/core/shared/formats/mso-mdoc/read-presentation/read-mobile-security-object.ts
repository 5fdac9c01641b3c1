import { bytesOf, type CborItem, embeddedOf, integerOf, itemsOf, memberOf, textOf } from '../../../cbor/cbor-item'
import { fromIso } from '../../../time/time'
import type { EmbeddedReader } from './embedded-reader'
import type { InstantReading, MdocStatusReading, MobileSecurityObjectReading } from './mso-mdoc-reading'
import { readCoseKey } from './read-cose'

/** A mobile security object, with the item to look digests up in. */
export interface OpenedObject {
  readonly reading: MobileSecurityObjectReading
  readonly valueDigests: CborItem | null
}

const digestNames = ['SHA-256', 'SHA-384', 'SHA-512']

/** Reads the mobile security object; `null` if there is none. Never throws. */
export async function readMobileSecurityObject(
  payload: Uint8Array | null,
  embedded: EmbeddedReader,
): Promise<OpenedObject | null> {
  if (payload === null) return null
  const outer = embedded(payload, 'the payload of issuerAuth')
  const inner = embeddedOf(outer)
  const object = inner === null ? outer : embedded(inner, 'the mobile security object')
  if (object?.kind !== 'map') return null
  const validity = memberOf(object, 'validityInfo')
  const deviceKeyInfo = memberOf(object, 'deviceKeyInfo')
  const digestAlgorithm = textOf(memberOf(object, 'digestAlgorithm'))
  const valueDigests = memberOf(object, 'valueDigests')
  return {
    valueDigests,
    reading: {
      embedded: inner !== null,
      version: textOf(memberOf(object, 'version')),
      digestAlgorithm: {
        value: digestAlgorithm,
        supported: digestAlgorithm !== null && digestNames.includes(digestAlgorithm),
      },
      docType: textOf(memberOf(object, 'docType')),
      validity: {
        signed: readInstant(memberOf(validity, 'signed')),
        validFrom: readInstant(memberOf(validity, 'validFrom')),
        validUntil: readInstant(memberOf(validity, 'validUntil')),
      },
      digestIdsAreTexts: hasTextIds(valueDigests),
      digestCounts: countDigests(valueDigests),
      deviceKey: await readCoseKey(memberOf(deviceKeyInfo, 'deviceKey')),
      authorized: readAuthorizations(memberOf(deviceKeyInfo, 'keyAuthorizations')),
      status: readStatus(memberOf(object, 'status')),
    },
  }
}

/** No fraction of a second, and `Z` as the only offset: ISO/IEC 18013-5 section 9.1.2.4. */
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

function readInstant(item: CborItem | null): InstantReading {
  const tagged = item?.kind === 'tag' && item.tag === 0
  const text = textOf(item?.kind === 'tag' ? item.content : item)
  return {
    present: item !== null,
    wellFormed: tagged && text !== null && instantPattern.test(text),
    at: text === null || !/^\d{4}-\d{2}-\d{2}T/.test(text) ? null : fromIso(text),
  }
}

/** One map suffices, and its first entry: issuers write all of them the same way. */
const hasTextIds = (valueDigests: CborItem | null): boolean =>
  valueDigests?.kind === 'map' &&
  valueDigests.entries.some(([, digests]) => digests.kind === 'map' && digests.entries[0]?.[0].kind === 'text')

const countDigests = (valueDigests: CborItem | null): MobileSecurityObjectReading['digestCounts'] =>
  valueDigests?.kind === 'map'
    ? valueDigests.entries.flatMap(([name, digests]) =>
        name.kind === 'text' && digests.kind === 'map'
          ? [{ namespace: name.value, count: digests.entries.length }]
          : [],
      )
    : []

function readAuthorizations(item: CborItem | null): MobileSecurityObjectReading['authorized'] {
  const elements = memberOf(item, 'dataElements')
  return {
    namespaces: textsOf(memberOf(item, 'nameSpaces')),
    elements:
      elements?.kind === 'map'
        ? elements.entries.flatMap(([namespace, names]) =>
            namespace.kind === 'text' ? textsOf(names).map((name) => `${namespace.value}/${name}`) : [],
          )
        : [],
  }
}

const textsOf = (item: CborItem | null): string[] => (itemsOf(item) ?? []).flatMap((one) => textOf(one) ?? [])

/** The required members of each status mechanism, and whether one is as it should be. Token Status List draft 14 section 6.3 */
const statusMembers: Readonly<Record<string, Readonly<Record<string, (member: CborItem | null) => boolean>>>> = {
  status_list: { idx: (member) => (integerOf(member) ?? -1) >= 0, uri: isUri },
  identifier_list: { id: (member) => bytesOf(member) !== null, uri: isUri },
}

/** What is wrong with a status mechanism: its wrong members, or the whole if it is no map; nothing if it is unknown. */
function wrongIn(name: string, mechanism: CborItem): string[] {
  const members = Object.hasOwn(statusMembers, name) ? Object.entries(statusMembers[name] ?? {}) : []
  if (members.length > 0 && mechanism.kind !== 'map') return [name]
  return members.flatMap(([member, isRight]) => (isRight(memberOf(mechanism, member)) ? [] : [`${name}.${member}`]))
}

/** The members of a status mechanism that are not there; nothing if it is unknown, or no map. */
const absentIn = (name: string, mechanism: CborItem): string[] =>
  wrongIn(name, mechanism).filter((wrong) => {
    const member = wrong.slice(name.length + 1)
    return member !== '' && memberOf(mechanism, member) === null
  })

function readStatus(item: CborItem | null): MdocStatusReading {
  const entries = item?.kind === 'map' ? item.entries : []
  const known = entries.flatMap(([name, value]) => (name.kind === 'text' ? [{ name: name.value, value }] : []))
  return {
    present: item !== null,
    isMap: item?.kind === 'map',
    mechanisms: known.map(({ name }) => name),
    statusList: readReference(memberOf(item, 'status_list')),
    malformed: known.flatMap(({ name, value }) => wrongIn(name, value)),
    absent: known.flatMap(({ name, value }) => absentIn(name, value)),
  }
}

function readReference(list: CborItem | null): MdocStatusReading['statusList'] {
  const [index, uri] = [integerOf(memberOf(list, 'idx')), textOf(memberOf(list, 'uri'))]
  return index === null || index < 0 || uri === null ? null : { index, uri }
}

function isUri(item: CborItem | null): boolean {
  return URL.canParse(textOf(item) ?? '')
}
