import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onWalletMetadata } from '../../judgements/on-wallet-metadata'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

/** Far more than a verifier can use. */
const bytesMax = 8192

export const reqpostMdMinimal = defineCheck<RequestFetchReading>('vp.reqpost.md_minimal', {
  title: 'Wallet metadata reveals nothing about the app or the device',
  problem: 'The wallet metadata reveals something about the app or the device',
  clauses: ['OID4VP-1FINAL-15.6'],
  level: 'info',
  why: 'Versions, builds and device names tell users apart.',
  hint: 'Send what the verifier needs for its request, and nothing about version, build or device.',
  run: onWalletMetadata(({ value, bytes }) => {
    const telling = Object.keys(value).filter((name) =>
      /version|build|device|model|platform|os_|installation/i.test(name),
    )
    if (telling.length > 0)
      return violated({ expected: say`no version, build or device`, actual: telling.slice(0, 20).map(shownName) })
    return bytes <= bytesMax
      ? pass(say`${bytes} bytes`)
      : violated({ expected: say`at most ${bytesMax} bytes`, actual: bytes })
  }),
})
