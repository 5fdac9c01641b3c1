import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { say, word } from '../../../ground/values/wording'
import { onAnnouncement } from '../../judgements/on-announcement'
import { encValuesOf } from '../../read/request/client-metadata'

export const jweEncPreference = defineCheck<PresentationEvidence>('vp.jwe.enc_preference', {
  title: 'Wallet that supports A128GCM and A256GCM uses A256GCM',
  problem: 'The wallet did not use A256GCM, although it supports it',
  clauses: ['HAIP-5'],
  level: 'should',
  profile: 'haip',
  judges: { token: 'jwe', member: 'header.enc' },
  why: 'HAIP prefers the longer key where both sides support it.',
  hint: 'Take A256GCM where the request offers it.',
  run: onAnnouncement(
    'vp_response_decrypted',
    say`No encrypted response was opened.`,
    ({ event: { detail }, announced: { encValues } }, { session }) => {
      const offered = encValuesOf(session.request.client_metadata)
      const both = ['A128GCM', 'A256GCM'].every((enc) => offered.includes(enc) && encValues?.includes(enc))
      if (!both) return notApplicable(say`Only one of A128GCM and A256GCM is known to both sides.`)
      const { enc = null } = detail
      return enc === 'A256GCM' ? pass(word(enc)) : violated({ expected: say`A256GCM`, actual: shown(enc) })
    },
  ),
})
