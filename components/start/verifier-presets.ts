import type { JsonObject } from '@/lib/core/shared/values/json'

/** A query offered by the form of a presentation. */
export interface VerifierPreset {
  readonly id: string
  /** Completes the sentence "Ask for …". */
  readonly label: string
  /** `null`: the service's default, which requests can omit. */
  readonly query: JsonObject | null
  /** What to know before requesting it. */
  readonly note?: string
}

const pid = (...claims: JsonObject[]): JsonObject => ({
  credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims }],
})

const pidType = 'eu.europa.ec.eudi.pid.1'

const mdoc = (...elements: string[]): JsonObject => ({
  id: 'mdoc',
  format: 'mso_mdoc',
  meta: { doctype_value: pidType },
  claims: elements.map((element) => ({ path: [pidType, element] })),
})

/** Preset id of the query in the editor. */
export const ownQuery = 'own'

/** Common queries. OID4VP-1FINAL-6 */
export const verifierPresets: readonly VerifierPreset[] = [
  { id: 'pid', label: 'a PID: names and birth date', query: null },
  {
    id: 'mdoc',
    label: 'a PID as mdoc',
    query: { credentials: [mdoc('family_name', 'given_name', 'birth_date')] },
  },
  {
    id: 'both',
    label: 'a PID as SD-JWT VC and mdoc',
    query: {
      credentials: [
        {
          id: 'sd-jwt',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['urn:eudi:pid:1'] },
          claims: [{ path: ['family_name'] }, { path: ['given_name'] }],
        },
        mdoc('family_name', 'birth_date'),
      ],
    },
  },
  {
    id: 'age',
    label: 'only proof of age over 18',
    query: pid({ path: ['age_equal_or_over', '18'] }),
    note: 'This service’s PID has no age attribute, so the reference wallet declines.',
  },
  { id: 'names', label: 'two claims of a PID', query: pid({ path: ['family_name'] }, { path: ['given_name'] }) },
  { id: 'town', label: 'only the town of residence', query: pid({ path: ['address', 'locality'] }) },
  {
    id: 'sets',
    label: 'one of two claim sets',
    query: {
      credentials: [
        {
          id: 'pid',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['urn:eudi:pid:1'] },
          claims: [
            { id: 'name', path: ['family_name'] },
            { id: 'birth', path: ['birthdate'] },
            { id: 'town', path: ['address', 'locality'] },
          ],
          claim_sets: [
            ['name', 'birth'],
            ['name', 'town'],
          ],
        },
      ],
    },
  },
  {
    id: 'possession',
    label: 'a PID without any claims',
    query: { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }] },
  },
]

/** Query of a preset as editable text; for the default preset, the service's query. */
export const presetText = (presetId: string, defaultQuery: JsonObject): string =>
  JSON.stringify(verifierPresets.find(({ id }) => id === presetId)?.query ?? defaultQuery, null, 2)
