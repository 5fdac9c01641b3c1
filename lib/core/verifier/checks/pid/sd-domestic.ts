import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

const ofAnyPid = 'urn:eudi:pid:'

export const pidSdDomestic = defineCheck<PresentedSubject>('vp.pid.sd_domestic', {
  title: 'Type of a national PID names its country',
  problem: 'The type of a national PID does not name its country',
  clauses: ['PIDRB-4'],
  level: 'info',
  profile: 'pid',
  why: 'Only the type tells the national claims of one country from those of another.',
  hint: 'The issuer puts the country code, or that of a region, behind urn:eudi:pid:, and a version: urn:eudi:pid:de:1.',
  run: onSdJwt(({ vct }) => {
    const type =
      typeof vct.value === 'string' && vct.value.startsWith(ofAnyPid) ? vct.value.slice(ofAnyPid.length) : null
    if (type === null) return notApplicable(say`The credential is not a PID.`)
    if (/^[0-9]+$/.test(type)) return notApplicable(say`The type is that of all countries.`)
    return /^[A-Za-z]{2}(-[A-Za-z0-9]{1,3})?(:[A-Za-z0-9_-]+)*$/.test(type)
      ? pass(shown(`${ofAnyPid}${type}`))
      : violated({ expected: say`urn:eudi:pid:, a country code and a version`, actual: shown(`${ofAnyPid}${type}`) })
  }),
})
