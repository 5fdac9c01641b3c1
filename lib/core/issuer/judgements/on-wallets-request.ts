import { notApplicable, type Outcome } from '../../engine/checks/check'
import { say } from '../../ground/values/wording'
import type { StatusListReading } from '../read/status/status-list-reading'

/** Runs a check on a request for a status list that exists, if the wallet of the session sent it. */
export const onWalletsRequest =
  (run: (reading: StatusListReading) => Outcome) =>
  (reading: StatusListReading): Outcome => {
    if (reading.list === null) return notApplicable(say`There is no list at this address.`)
    if (reading.by === 'wallet') return run(reading)
    return notApplicable(
      reading.by === 'unknown'
        ? say`A proxy hides which client asks.`
        : say`Another client than the wallet of this session asks.`,
    )
  }
