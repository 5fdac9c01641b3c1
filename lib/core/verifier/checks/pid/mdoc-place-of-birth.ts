import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPath } from '../../../engine/judgements/shown-path'
import type { CborItem } from '../../../ground/cbor/cbor-item'
import { say } from '../../../ground/values/wording'
import { onMdocPid } from '../../judgements/on-mdoc-pid'
import type { PresentedSubject } from '../../read/response/response-reading'

const parts = ['country', 'region', 'locality']
const charactersMax = 150

export const pidMdocPlaceOfBirth = defineCheck<PresentedSubject>('vp.pid.mdoc_place_of_birth', {
  title: 'Place of birth in the PID of an mdoc has the parts of the rulebook',
  problem: 'The place of birth in the PID of an mdoc does not have the parts of the rulebook',
  clauses: ['PIDRB-3'],
  level: 'info',
  profile: 'pid',
  why: 'Verifiers do not find a place under other names, or in another form.',
  hint: 'The issuer writes a map with country, region and locality, each at most once, as text of at most 150 characters.',
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
})

/** Counts characters as people do, not UTF-16 code units. */
const isShortText = (value: CborItem): boolean => value.kind === 'text' && [...value.value].length <= charactersMax
