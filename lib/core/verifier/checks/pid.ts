import { area, of } from '../../engine/checks/area'
import { notApplicable, type Outcome, pass, violated } from '../../engine/checks/check'
import { shown, shownPath, shownPaths } from '../../engine/judgements/shown'
import { type CborItem, integerOf, memberOf, textOf } from '../../shared/cbor/cbor-item'
import type { SdJwtVcReading } from '../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { pidAttributes } from '../../shared/pid/attributes'
import { isDomesticPid } from '../../shared/pid/pid-types'
import { fromIso } from '../../shared/time/time'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { quote, say, type Wording } from '../../shared/values/wording'
import { isPidSdJwt } from '../judgements/is-pid'
import { judgeElements, mdocPid, onMdocPid } from '../judgements/on-mdoc-pid'
import { onMdocDocument, onSdJwt } from '../judgements/subjects'
import type { PresentedSubject } from '../read/response/response-reading'

/** Runs a check on a presented PID. */
const onPid = (run: (sdJwt: SdJwtVcReading) => Outcome): ((subject: PresentedSubject) => Outcome) =>
  onSdJwt((sdJwt, { presented }) =>
    isPidSdJwt(presented) ? run(sdJwt) : notApplicable(say`The credential is not a PID.`),
  )

/** JPEG files start with the same three bytes, in base64 these four characters. */
const isPicture = (value: Json): boolean =>
  typeof value === 'string' && /^data:image\/jpeg;base64,\/9j\/[A-Za-z0-9+/]+={0,2}$/.test(value)

const ofAnyPid = 'urn:eudi:pid:'

const known: ReadonlySet<string> = new Set([
  ...pidAttributes.map(({ sdJwtPath }) => sdJwtPath[0]),
  // Claims about the document, and names derived from the rulebook.
  'date_of_issuance',
  'date_of_expiry',
  'age_equal_or_over',
  'age_in_years',
  'age_birth_year',
  'trust_anchor',
  'attestation_legal_category',
])

const elements: ReadonlySet<string> = new Set(
  pidAttributes.flatMap(({ mdoc }) => (mdoc === null ? [] : [mdoc.element])),
)

function isGood(value: CborItem): boolean {
  if (value.kind === 'array') return value.items.every((item) => isCountry(textOf(item)))
  if (value.kind !== 'map') return isCountry(textOf(value))
  const country = memberOf(value, 'country')
  return country === null || isCountry(textOf(country))
}

function mdocTypesHasType(value: CborItem, name: string): boolean {
  switch (typeOf.get(name)) {
    case 'tstr':
      return value.kind === 'text'
    case 'uint':
      return value.kind === 'integer'
    case 'bstr':
      // Start of every JPEG file.
      return value.kind === 'bytes' && value.value[0] === 0xff && value.value[1] === 0xd8
    case 'array of tstr':
      return value.kind === 'array' && value.items.every(({ kind }) => kind === 'text')
    case 'place':
      return value.kind === 'map' && value.entries.every(([part, text]) => part.kind === 'text' && text.kind === 'text')
    // Dates have a separate check; other elements may have any type.
    default:
      return true
  }
}

const typeOf: ReadonlyMap<string, string> = new Map(
  pidAttributes.flatMap(({ mdoc }) => (mdoc === null ? [] : [[mdoc.element, mdoc.type]])),
)

const parts = ['country', 'region', 'locality']

const charactersMax = 150

/** Counts code points, not UTF-16 code units. */
const isShortText = (value: CborItem): boolean => value.kind === 'text' && [...value.value].length <= charactersMax

/** A domestic PID namespace: country or region, and an optional version. */
const domestic = /^eu\.europa\.ec\.eudi\.pid\.[A-Za-z]{2}(-[A-Za-z0-9]{1,3})?(\.[0-9]+)?$/

const mdocKnownNamesKnown: ReadonlySet<string> = new Set(
  [
    pidAttributes.flatMap(({ mdoc }) => (mdoc === null ? [] : [mdoc.element])),
    // Elements that the rulebook derives, or names for other uses.
    ['age_over_18', 'age_in_years', 'age_birth_year', 'trust_anchor', 'attestation_legal_category', 'location_status'],
  ].flat(),
)

const claimNames: ReadonlySet<string> = new Set(pidAttributes.map(({ sdJwtPath }) => sdJwtPath[0]))

/** Checks of PID content, element by element: the issuer's quality, seen through the wallet. */
export const pidContentChecks = Object.values(
  area(
    'vp.pid',
    { subject: of<PresentedSubject>(), profile: 'pid' },
    {
      sd_dates: {
        title: 'Dates in the PID are real dates in the form YYYY-MM-DD',
        problem: 'A date in the PID is not a real date in the form YYYY-MM-DD',
        clauses: ['PIDRB-4'],
        level: 'info',
        why: 'Verifiers do not understand other forms.',
        hint: 'Write dates as YYYY-MM-DD.',
        acts: 'issuer',
        run: onPid(({ claims }) =>
          judgeEach(claims, ['birthdate', 'date_of_expiry', 'date_of_issuance'], say`YYYY-MM-DD`, isFullDate),
        ),
      },
      sd_countries: {
        title: 'Countries in the PID are ISO 3166-1 alpha-2 codes',
        problem: 'A country in the PID is not an ISO 3166-1 alpha-2 code',
        clauses: ['PIDRB-4'],
        level: 'info',
        why: 'Verifiers do not understand other forms.',
        hint: 'Write countries as two capital letters.',
        acts: 'issuer',
        run: onPid(({ claims }) =>
          judgeEach(
            countriesOf(claims),
            ['nationalities', 'issuing_country', 'address/country'],
            say`two capital letters`,
            (value) => (Array.isArray(value) ? value.every(isCountry) : isCountry(value)),
          ),
        ),
      },
      sd_types: {
        title: 'Claims of the PID have the types of the rulebook',
        problem: 'A claim of the PID does not have the type of the rulebook',
        clauses: ['PIDRB-4'],
        level: 'info',
        why: 'Verifiers do not understand other types.',
        hint: 'Write text as strings, nationalities as an array, and address and place_of_birth as objects.',
        acts: 'issuer',
        run: onPid(({ claims }) => judgeEach(claims, Object.keys(claims), say`the type of the rulebook`, hasType)),
      },
      sd_email: {
        title: 'E-mail address in the PID is well-formed',
        problem: 'The e-mail address in the PID is malformed',
        clauses: ['RFC5322-3.4'],
        level: 'info',
        why: 'Nobody can write to a malformed address.',
        hint: 'Write a plain address: a name, an @ sign and a domain.',
        acts: 'issuer',
        run: onPid(({ claims }) => judgeEach(claims, ['email'], say`an address`, isEmail)),
      },
      sd_phone: {
        title: 'Phone number in the PID is international',
        problem: 'The phone number in the PID is not international',
        clauses: ['PIDRB-4'],
        level: 'info',
        why: 'Without a country code, nobody can tell which country a number belongs to.',
        hint: 'Write a plus sign, the country code and the number, all in digits, e.g. +390000000001.',
        acts: 'issuer',
        run: onPid(({ claims }) =>
          judgeEach(claims, ['phone_number'], say`a plus sign and 7 to 15 digits`, isPhoneNumber),
        ),
      },
      sd_sex: {
        title: 'Sex in the PID has a value of the rulebook',
        problem: 'The sex in the PID does not have a value of the rulebook',
        clauses: ['PIDRB-4'],
        level: 'info',
        why: 'A number that is not in the list means nothing to verifiers.',
        hint: 'Write a number from 0 to 6, or 9 for not applicable.',
        acts: 'issuer',
        run: onPid(({ claims }) => judgeEach(claims, ['sex'], say`a number from 0 to 6, or 9`, isSex)),
      },
      sd_jurisdiction: {
        title: 'Issuing jurisdiction in the PID is an ISO 3166-2 code of the issuing country',
        problem: 'The issuing jurisdiction in the PID is not an ISO 3166-2 code of the issuing country',
        clauses: ['PIDRB-4'],
        level: 'info',
        why: 'A region outside the issuing country, or in words, cannot be looked up.',
        hint: 'Write the country code, a hyphen and the code of the region, e.g. IT-BO with issuing_country IT.',
        acts: 'issuer',
        run: onPid(({ claims }) =>
          judgeEach(claims, ['issuing_jurisdiction'], say`an ISO 3166-2 code of the issuing country`, (value) =>
            isSubdivision(value, claims.issuing_country ?? null),
          ),
        ),
      },
      sd_picture: {
        title: 'Portrait in the PID is a data URL with a JPEG',
        problem: 'The portrait in the PID is not a data URL with a JPEG',
        clauses: ['PIDRB-4', 'RFC2397-2'],
        level: 'info',
        why: 'Verifiers do not show pictures in other forms, nor fetch them from elsewhere.',
        hint: 'Write data:image/jpeg;base64, and the bytes of the JPEG in base64.',
        acts: 'issuer',
        run: onPid(({ claims }) => judgeEach(claims, ['picture'], say`a data URL with a JPEG`, isPicture)),
      },
      sd_domestic: {
        title: 'Type of a national PID names its country',
        problem: 'The type of a national PID does not name its country',
        clauses: ['PIDRB-4'],
        level: 'info',
        why: 'Only the type tells the national claims of one country from those of another.',
        hint: 'Put the country code, or that of a region, behind urn:eudi:pid:, and a version: urn:eudi:pid:de:1.',
        acts: 'issuer',
        run: onSdJwt(({ vct }) => {
          const type =
            typeof vct.value === 'string' && vct.value.startsWith(ofAnyPid) ? vct.value.slice(ofAnyPid.length) : null
          if (type === null) return notApplicable(say`The credential is not a PID.`)
          if (/^[0-9]+$/.test(type)) return notApplicable(say`The type is that of all countries.`)
          return /^[A-Za-z]{2}(-[A-Za-z0-9]{1,3})?(:[A-Za-z0-9_-]+)*$/.test(type)
            ? pass(shown(`${ofAnyPid}${type}`))
            : violated({
                expected: say`urn:eudi:pid:, a country code and a version`,
                actual: shown(`${ofAnyPid}${type}`),
              })
        }),
      },
      known_names: {
        title: 'Disclosed claims are defined by the PID rulebook',
        reasons: {
          unknown_name: {
            says: 'The PID rulebook does not define a disclosed claim: {seen}',
            fix: 'Report it to the issuer: a claim has its name in the PID rulebook for SD-JWT VC.',
            acts: 'issuer',
          },
          name_of_mdoc: {
            says: 'A disclosed claim has its name in an mdoc: {seen}',
            fix: 'Report it to the issuer: the names in an SD-JWT VC are others, e.g. birthdate and not birth_date.',
            acts: 'issuer',
          },
        },
        clauses: ['PIDRB-4'],
        level: 'info',
        why: 'Verifiers do not understand a claim under another name. Some names differ between mdoc and SD-JWT VC.',
        run: onPid(({ disclosedPositions, vct }) => {
          const names = [...new Set(disclosedPositions.map(([first]) => String(first)))]
          if (names.length === 0) return notApplicable(say`Nothing was disclosed.`)
          // A country adds claims of its own to its type.
          const isNational = isDomesticPid(vct.value)
          const others = names.filter((name) => !known.has(name) && (!isNational || elements.has(name)))
          if (others.length === 0) return pass(names.map(quote))
          return violated(others.every((name) => elements.has(name)) ? 'name_of_mdoc' : 'unknown_name', {
            expected: say`names of the rulebook`,
            actual: shownPaths(others.map((name) => [name])),
          })
        }),
      },
      mdoc_dates: {
        title: 'Dates in the PID of an mdoc are full-dates',
        problem: 'A date in the PID of an mdoc is not a full-date',
        clauses: ['PIDRB-3', 'RFC8943-2.1'],
        level: 'info',
        why: 'Verifiers do not understand other forms.',
        hint: 'Write birth_date as a full-date under tag 1004, and dates of the document in that form or as tdate.',
        acts: 'issuer',
        run: onMdocPid((elements) =>
          judgeElements(
            elements,
            ['birth_date', 'expiry_date', 'issuance_date'],
            say`a date under its tag`,
            (value, name) => {
              if (value.kind !== 'tag') return false
              const text = textOf(value.content)
              if (value.tag === 1004) return text !== null && isFullDate(text)
              return name !== 'birth_date' && value.tag === 0 && text !== null && fromIso(text) !== null
            },
          ),
        ),
      },
      mdoc_countries: {
        title: 'Countries in the PID of an mdoc are ISO 3166-1 alpha-2 codes',
        problem: 'A country in the PID of an mdoc is not an ISO 3166-1 alpha-2 code',
        clauses: ['PIDRB-3'],
        level: 'info',
        why: 'Verifiers do not understand other forms.',
        hint: 'Write countries as two capital letters.',
        acts: 'issuer',
        run: onMdocPid((elements) =>
          judgeElements(
            elements,
            ['nationality', 'issuing_country', 'resident_country', 'place_of_birth'],
            say`two capital letters`,
            isGood,
          ),
        ),
      },
      mdoc_types: {
        title: 'Elements of the PID in an mdoc have the types of the rulebook',
        problem: 'An element of the PID in an mdoc does not have the type of the rulebook',
        clauses: ['PIDRB-3'],
        level: 'info',
        why: 'Verifiers do not understand other types.',
        hint: 'Write text as tstr, portrait as bytes of a JPEG, nationality as an array and place_of_birth as a map.',
        acts: 'issuer',
        run: onMdocPid((elements) =>
          judgeElements(elements, [...elements.keys()], say`the type of the rulebook`, mdocTypesHasType),
        ),
      },
      mdoc_email: {
        title: 'E-mail address in the PID of an mdoc is well-formed',
        problem: 'The e-mail address in the PID of an mdoc is malformed',
        clauses: ['PIDRB-3', 'RFC5322-3.4'],
        level: 'info',
        why: 'Nobody can write to a malformed address.',
        hint: 'Write a plain address: a name, an @ sign and a domain.',
        acts: 'issuer',
        run: onMdocPid((elements) =>
          judgeElements(elements, ['email_address'], say`an address`, (value) => isEmail(textOf(value))),
        ),
      },
      mdoc_phone: {
        title: 'Phone number in the PID of an mdoc is international',
        problem: 'The phone number in the PID of an mdoc is not international',
        clauses: ['PIDRB-3'],
        level: 'info',
        why: 'Without a country code, nobody can tell which country a number belongs to.',
        hint: 'Write a plus sign, the country code and the number, all in digits, e.g. +390000000001.',
        acts: 'issuer',
        run: onMdocPid((elements) =>
          judgeElements(elements, ['mobile_phone_number'], say`a plus sign and 7 to 15 digits`, (value) =>
            isPhoneNumber(textOf(value)),
          ),
        ),
      },
      mdoc_sex: {
        title: 'Sex in the PID of an mdoc has a value of the rulebook',
        problem: 'The sex in the PID of an mdoc does not have a value of the rulebook',
        clauses: ['PIDRB-3'],
        level: 'info',
        why: 'A number that is not in the list means nothing to verifiers.',
        hint: 'Write a number from 0 to 6, or 9 for not applicable.',
        acts: 'issuer',
        run: onMdocPid((elements) =>
          judgeElements(elements, ['sex'], say`a number from 0 to 6, or 9`, (value) => isSex(integerOf(value))),
        ),
      },
      mdoc_jurisdiction: {
        title: 'Issuing jurisdiction in the PID of an mdoc is an ISO 3166-2 code of the issuing country',
        problem: 'The issuing jurisdiction in the PID of an mdoc is not an ISO 3166-2 code of the issuing country',
        clauses: ['PIDRB-3'],
        level: 'info',
        why: 'A region outside the issuing country, or in words, cannot be looked up.',
        hint: 'Write the country code, a hyphen and the code of the region, e.g. IT-BO with issuing_country IT.',
        acts: 'issuer',
        run: onMdocPid((elements) =>
          judgeElements(elements, ['issuing_jurisdiction'], say`an ISO 3166-2 code of the issuing country`, (value) =>
            isSubdivision(textOf(value), textOf(elements.get('issuing_country') ?? null)),
          ),
        ),
      },
      mdoc_place_of_birth: {
        title: 'Place of birth in the PID of an mdoc has the parts of the rulebook',
        problem: 'The place of birth in the PID of an mdoc does not have the parts of the rulebook',
        clauses: ['PIDRB-3'],
        level: 'info',
        why: 'Verifiers do not find a place under other names, or in another form.',
        hint: 'Write a map with country, region and locality, each at most once, as text of at most 150 characters.',
        acts: 'issuer',
        run: onMdocPid((elements) => {
          const place = elements.get('place_of_birth')
          if (place === undefined) return notApplicable(say`The place of birth is not present.`)
          const expected = say`a map of country, region and locality`
          if (place.kind !== 'map') return violated({ expected, actual: [say`place_of_birth`] })
          const names = place.entries.map(([name]) => (name.kind === 'text' ? name.value : 'a name that is not text'))
          const bad = place.entries.flatMap(([, value], at) => {
            const name = names[at] ?? ''
            return parts.includes(name) && names.indexOf(name) === at && isShortText(value) ? [] : [name]
          })
          const shown = (of: readonly string[]) => of.map((name) => shownPath(['place_of_birth', name]))
          if (names.length === 0) return violated({ expected, actual: say`an empty map` })
          return bad.length === 0 ? pass(shown(names)) : violated({ expected, actual: shown(bad) })
        }),
      },
      mdoc_domestic: {
        title: 'National elements of the PID are in a namespace that names the country',
        problem: 'National elements of the PID are in a namespace that does not name the country',
        clauses: ['PIDRB-3'],
        level: 'info',
        why: 'Only the namespace tells the national elements of one country from those of another.',
        hint: 'Put the country code, or that of a region, behind eu.europa.ec.eudi.pid: eu.europa.ec.eudi.pid.de.1.',
        acts: 'issuer',
        run: onMdocDocument(({ docType, elements }) => {
          if (docType !== mdocPid) return notApplicable(say`The credential is not a PID.`)
          const others = [...new Set(elements.map(({ namespace }) => namespace))].filter((name) => name !== mdocPid)
          if (others.length === 0) return notApplicable(say`No national element was presented.`)
          const bad = others.filter((name) => !domestic.test(name))
          return bad.length === 0
            ? pass(others.map((name) => shown(name)))
            : violated({
                expected: say`eu.europa.ec.eudi.pid. and a country code`,
                actual: bad.map((name) => shown(name)),
              })
        }),
      },
      mdoc_known_names: {
        title: 'Elements are defined by the PID rulebook',
        reasons: {
          unknown_name: {
            says: 'The PID rulebook does not define an element: {seen}',
            fix: 'Report it to the issuer: an element has its name in the PID rulebook for mdocs.',
            acts: 'issuer',
          },
          name_of_sd_jwt: {
            says: 'An element has its name in an SD-JWT VC: {seen}',
            fix: 'Report it to the issuer: the names in an mdoc are others, e.g. birth_date and not birthdate.',
            acts: 'issuer',
          },
        },
        clauses: ['PIDRB-3'],
        level: 'info',
        why: 'Verifiers do not understand an element under another name. Some names differ between mdoc and SD-JWT VC.',
        run: onMdocPid((elements) => {
          const names = [...elements.keys()]
          if (names.length === 0) return notApplicable(say`No element was presented.`)
          const others = names.filter((name) => !mdocKnownNamesKnown.has(name))
          if (others.length === 0) return pass(names.map(quote))
          return violated(others.every((name) => claimNames.has(name)) ? 'name_of_sd_jwt' : 'unknown_name', {
            expected: say`names of the rulebook`,
            actual: shownPaths(others.map((name) => [name])),
          })
        }),
      },
    },
  ),
)

/** Judges each named claim that was disclosed. A withheld claim is never missing. Findings contain no values. */
function judgeEach(
  claims: JsonObject,
  names: readonly string[],
  expected: Wording,
  good: (value: Json, name: string) => boolean,
): Outcome {
  const there = names.filter((name) => Object.hasOwn(claims, name))
  if (there.length === 0) return notApplicable(say`None of these claims is present.`)
  const bad = there.filter((name) => !good(claims[name] ?? null, name))
  return bad.length === 0
    ? pass(there.map((name) => shownPath([name])))
    : violated({ expected, actual: bad.map((name) => shownPath([name])) })
}

/** `YYYY-MM-DD` with an existing day. RFC3339-5.6 */
const isFullDate = (value: Json): boolean => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const day = Number(value.slice(8))
  return fromIso(`${value}T00:00:00Z`) !== null && day <= daysIn(Number(value.slice(0, 4)), Number(value.slice(5, 7)))
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/** Form of an ISO 3166-1 alpha-2 code. */
const isCountry = (value: Json): boolean => typeof value === 'string' && /^[A-Z]{2}$/.test(value)

/** An address without a display name. RFC5322-3.4.1 */
const isEmail = (value: Json): boolean => typeof value === 'string' && /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(value)

/** Plus sign, country code and number; digits only. EU PID Rulebook, section 2.3 */
const isPhoneNumber = (value: Json): boolean => typeof value === 'string' && /^\+[0-9]{7,15}$/.test(value)

/** Unknown, male, female, other, inter, diverse, open, not applicable. EU PID Rulebook, section 2.3 */
const isSex = (value: Json): boolean =>
  typeof value === 'number' && Number.isInteger(value) && ((value >= 0 && value <= 6) || value === 9)

/** Form of an ISO 3166-2 code, of the given country if known. */
const isSubdivision = (value: Json, country: Json): boolean =>
  typeof value === 'string' &&
  /^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(value) &&
  (typeof country !== 'string' || value.startsWith(`${country}-`))

/** Country values in a PID; that of the address by its path. */
function countriesOf({ nationalities, issuing_country, address }: JsonObject): JsonObject {
  const country = isObject(address) ? (address as JsonObject).country : undefined
  return {
    ...(nationalities === undefined ? {} : { nationalities }),
    ...(issuing_country === undefined ? {} : { issuing_country }),
    ...(country === undefined ? {} : { 'address/country': country }),
  }
}

const objects = ['address', 'place_of_birth', 'age_equal_or_over', 'cnf', 'status']

const arrays = ['nationalities']

const texts = [
  'family_name',
  'given_name',
  'birthdate',
  'birth_family_name',
  'birth_given_name',
  'picture',
  'email',
  'phone_number',
  'sex',
  'personal_administrative_number',
  'document_number',
  'issuing_authority',
  'issuing_country',
  'issuing_jurisdiction',
  'date_of_issuance',
  'date_of_expiry',
]

/** Whether a PID claim has the rulebook's type; `sex` is a number. Unlisted claims may have any type. */
function hasType(value: Json, name: string): boolean {
  if (name === 'sex') return typeof value === 'number'
  if (texts.includes(name)) return typeof value === 'string'
  if (arrays.includes(name)) return Array.isArray(value) && value.every((item) => typeof item === 'string')
  return objects.includes(name) ? isObject(value) : true
}
