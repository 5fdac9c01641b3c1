import type { IssuanceSession } from '../../../ground/ports/store-types'
import { completeLaboratory } from '../../configurations/laboratory/laboratory-options'

/** True if the credentials of a session have a status. */
export const hasStatusLists = ({ laboratory }: Pick<IssuanceSession, 'laboratory'>): boolean =>
  laboratory !== undefined && completeLaboratory(laboratory.options).status !== null
