import { isLaboratoryId } from '../../../ground/ports/laboratory'

/**
 * True for the segment of a path that names a laboratory: it looks random, and is public, because everything that such an
 * issuer serves and signs carries it.
 */
export const isPublicSegment = (segments: readonly string[], index: number): boolean =>
  segments[index - 1] === 'lab' && isLaboratoryId(segments[index] ?? '')
