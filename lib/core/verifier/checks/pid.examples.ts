import type { ExamplesById } from '../../engine/checks/examples'
import type { CborItem } from '../../shared/cbor/cbor-item'
import type { ClaimPosition } from '../../shared/dcql/claim-tree'
import type { JsonObject } from '../../shared/values/json'
import type { PresentedSubject } from '../read/response/response-reading'
import { array, bytes, element, integer, map, tagged, text } from './fixtures/mdoc-reading'
import { mdoc, mdocDocument, presented, sdJwt, unasked } from './fixtures/response'

const good = presented()
const claims = (change: JsonObject) => sdJwt({ claims: { vct: 'urn:eudi:pid:1', ...change } })
const disclosed = (...disclosedPositions: readonly ClaimPosition[]) => sdJwt({ disclosedPositions })
const noPid = [mdoc, sdJwt({ vct: { present: true, value: 'urn:eudi:mdl:1', clear: true } })]
const nothing = claims({})
const shownElements = (elements: Readonly<Record<string, CborItem>>) =>
  mdocDocument({ elements: Object.entries(elements).map(([name, value], index) => element(name, value, index)) })
const ofType = (value: string) => sdJwt({ vct: { present: true, value, clear: true } })
const inNamespace = (namespace: string) =>
  mdocDocument({ elements: [element('family_name', text('Neumann')), { ...element('a', integer(1), 1), namespace }] })
const named = (...entry: readonly [CborItem, CborItem]): CborItem => ({ ...map({}), kind: 'map', entries: [entry] })
const twice = (name: string, value: CborItem): CborItem => ({
  ...map({}),
  kind: 'map',
  entries: [
    [text(name), value],
    [text(name), value],
  ],
})
const fullDate = (value: string) => tagged(1004, text(value))
const noMdocPid = [presented(), unasked, mdocDocument({ docType: 'org.iso.18013.5.1.mDL' })]
const noElements = shownElements({})

export const pidContentExamples: ExamplesById<PresentedSubject> = {
  'vp.pid.sd_dates': {
    pass: [claims({ birthdate: '1971-09-01' }), claims({ birthdate: '2000-02-29', date_of_expiry: '2031-12-31' })],
    violated: [
      claims({ birthdate: '01.09.1971' }),
      claims({ birthdate: '2001-02-29' }),
      claims({ birthdate: '1971-13-01' }),
      claims({ birthdate: 1971 }),
      claims({ birthdate: '1971-09-01', date_of_issuance: '2026-01-01T00:00:00Z' }),
    ],
    notApplicable: [...noPid, nothing],
  },
  'vp.pid.sd_countries': {
    pass: [
      good,
      claims({ issuing_country: 'AT', address: { country: 'DE' } }),
      claims({ nationalities: ['AT', 'DE'] }),
    ],
    violated: [
      claims({ nationalities: ['AT', 'Germany'] }),
      claims({ issuing_country: 'AUT' }),
      claims({ address: { country: 'at' } }),
      claims({ issuing_country: 40 }),
    ],
    notApplicable: [...noPid, nothing, claims({ address: { locality: 'Graz' } })],
  },
  'vp.pid.sd_types': {
    pass: [good, claims({ sex: 2, place_of_birth: { country: 'AT' } }), nothing],
    violated: [
      claims({ family_name: 7 }),
      claims({ nationalities: 'AT' }),
      claims({ nationalities: [1] }),
      claims({ address: 'Graz' }),
      claims({ place_of_birth: ['Graz'] }),
      claims({ sex: 'female' }),
    ],
    notApplicable: [...noPid, sdJwt({ claims: {} })],
  },
  'vp.pid.sd_email': {
    pass: [claims({ email: 'erika@example.com' })],
    violated: [claims({ email: 'erika' }), claims({ email: 'Erika <erika@example.com>' }), claims({ email: 7 })],
    notApplicable: [...noPid, good, nothing],
  },
  'vp.pid.sd_phone': {
    pass: [claims({ phone_number: '+390000000001' }), claims({ phone_number: '+4912345' })],
    violated: [
      claims({ phone_number: '051 123456' }),
      claims({ phone_number: '+39 051 123456' }),
      claims({ phone_number: '+491234' }),
      claims({ phone_number: '+3905112345678901' }),
      claims({ phone_number: 39_051_123_456 }),
    ],
    notApplicable: [...noPid, good, nothing],
  },
  'vp.pid.sd_sex': {
    pass: [claims({ sex: 0 }), claims({ sex: 6 }), claims({ sex: 9 })],
    violated: [claims({ sex: 7 }), claims({ sex: 1.5 }), claims({ sex: -1 }), claims({ sex: 'female' })],
    notApplicable: [...noPid, nothing],
  },
  'vp.pid.sd_jurisdiction': {
    pass: [claims({ issuing_jurisdiction: 'IT-BO', issuing_country: 'IT' }), claims({ issuing_jurisdiction: 'AT-9' })],
    violated: [
      claims({ issuing_jurisdiction: 'IT-BO', issuing_country: 'AT' }),
      claims({ issuing_jurisdiction: 'Bologna' }),
      claims({ issuing_jurisdiction: 'IT-BOLO' }),
      claims({ issuing_jurisdiction: 40 }),
    ],
    notApplicable: [...noPid, nothing],
  },
  'vp.pid.sd_picture': {
    pass: [claims({ picture: 'data:image/jpeg;base64,/9j/4AAQ' })],
    violated: [
      claims({ picture: 'data:image/png;base64,iVBORw0KGgo=' }),
      claims({ picture: 'data:image/jpeg;base64,iVBORw0KGgo=' }),
      claims({ picture: 'https://issuer.example/portrait.jpg' }),
      claims({ picture: '/9j/4AAQ' }),
      claims({ picture: 7 }),
    ],
    notApplicable: [...noPid, nothing],
  },
  'vp.pid.sd_domestic': {
    pass: [ofType('urn:eudi:pid:de:1'), ofType('urn:eudi:pid:AT-9:2'), ofType('urn:eudi:pid:it')],
    violated: [ofType('urn:eudi:pid:germany:1'), ofType('urn:eudi:pid:'), ofType('urn:eudi:pid:1:de')],
    notApplicable: [...noPid, good],
  },
  'vp.pid.known_names': {
    pass: [good, disclosed(['age_equal_or_over'], ['age_equal_or_over', '18'])],
    violated: [disclosed(['birth_date']), disclosed(['family_name'], ['shoe_size'])],
    notApplicable: [...noPid, disclosed()],
  },
  'vp.pid.mdoc_dates': {
    pass: [
      mdoc,
      shownElements({ birth_date: fullDate('2000-02-29'), expiry_date: tagged(0, text('2031-01-15T00:00:00Z')) }),
    ],
    violated: [
      shownElements({ birth_date: text('1990-04-12') }),
      shownElements({ birth_date: fullDate('12.04.1990') }),
      shownElements({ birth_date: tagged(0, text('1990-04-12T00:00:00Z')) }),
      shownElements({ expiry_date: tagged(0, text('soon')) }),
      shownElements({ issuance_date: integer(20_260_115) }),
    ],
    notApplicable: [...noMdocPid, noElements, shownElements({ family_name: text('Neumann') })],
  },
  'vp.pid.mdoc_types': {
    pass: [
      mdoc,
      shownElements({
        portrait: bytes(0xff, 0xd8, 0xff),
        sex: integer(2),
        place_of_birth: map({ country: text('IT') }),
        shoe_size: integer(38),
      }),
    ],
    violated: [
      shownElements({ family_name: integer(7) }),
      shownElements({ portrait: text('/9j/') }),
      shownElements({ portrait: bytes(0x89, 0x50) }),
      shownElements({ nationality: text('IT') }),
      shownElements({ nationality: array(integer(1)) }),
      shownElements({ place_of_birth: text('Bologna') }),
      shownElements({ sex: text('female') }),
    ],
    notApplicable: [...noMdocPid, noElements],
  },
  'vp.pid.mdoc_countries': {
    pass: [
      mdoc,
      shownElements({ issuing_country: text('IT'), place_of_birth: map({ country: text('AT') }) }),
      shownElements({ place_of_birth: map({ locality: text('Bologna') }) }),
    ],
    violated: [
      shownElements({ nationality: array(text('IT'), text('Italy')) }),
      shownElements({ issuing_country: text('ITA') }),
      shownElements({ place_of_birth: map({ country: text('it') }) }),
      shownElements({ resident_country: integer(380) }),
    ],
    notApplicable: [...noMdocPid, noElements],
  },
  'vp.pid.mdoc_email': {
    pass: [shownElements({ email_address: text('erika@example.com') })],
    violated: [shownElements({ email_address: text('erika') }), shownElements({ email_address: integer(7) })],
    notApplicable: [...noMdocPid, noElements],
  },
  'vp.pid.mdoc_phone': {
    pass: [shownElements({ mobile_phone_number: text('+390000000001') })],
    violated: [
      shownElements({ mobile_phone_number: text('00390000000001') }),
      shownElements({ mobile_phone_number: integer(39) }),
    ],
    notApplicable: [...noMdocPid, noElements],
  },
  'vp.pid.mdoc_sex': {
    pass: [shownElements({ sex: integer(2) }), shownElements({ sex: integer(9) })],
    violated: [shownElements({ sex: integer(8) }), shownElements({ sex: text('2') })],
    notApplicable: [...noMdocPid, noElements],
  },
  'vp.pid.mdoc_jurisdiction': {
    pass: [
      shownElements({ issuing_jurisdiction: text('IT-BO'), issuing_country: text('IT') }),
      shownElements({ issuing_jurisdiction: text('AT-9') }),
    ],
    violated: [
      shownElements({ issuing_jurisdiction: text('IT-BO'), issuing_country: text('AT') }),
      shownElements({ issuing_jurisdiction: text('Bologna') }),
      shownElements({ issuing_jurisdiction: integer(40) }),
    ],
    notApplicable: [...noMdocPid, noElements],
  },
  'vp.pid.mdoc_place_of_birth': {
    pass: [
      shownElements({ place_of_birth: map({ country: text('IT') }) }),
      shownElements({
        place_of_birth: map({ locality: text('Bologna'), region: text('à'.repeat(150)), country: text('IT') }),
      }),
    ],
    violated: [
      shownElements({ place_of_birth: text('Bologna') }),
      shownElements({ place_of_birth: map({}) }),
      shownElements({ place_of_birth: map({ city: text('Bologna') }) }),
      shownElements({ place_of_birth: map({ country: integer(380) }) }),
      shownElements({ place_of_birth: map({ region: text('à'.repeat(151)) }) }),
      shownElements({ place_of_birth: twice('locality', text('Bologna')) }),
      shownElements({ place_of_birth: named(integer(1), text('IT')) }),
    ],
    notApplicable: [...noMdocPid, noElements],
  },
  'vp.pid.mdoc_domestic': {
    pass: [inNamespace('eu.europa.ec.eudi.pid.de.1'), inNamespace('eu.europa.ec.eudi.pid.AT-9')],
    violated: [inNamespace('eu.europa.ec.eudi.pid.germany.1'), inNamespace('de.example.pid')],
    notApplicable: [...noMdocPid, noElements, mdoc],
  },
  'vp.pid.mdoc_known_names': {
    pass: [mdoc],
    violated: [shownElements({ birthdate: text('1990-04-12') }), shownElements({ shoe_size: integer(38) })],
    notApplicable: [...noMdocPid, noElements],
  },
}
