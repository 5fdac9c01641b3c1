/** True when a caller takes a content coding, by its `Accept-Encoding`. RFC 9110 section 12.5.3 */
export const takesCoding = (acceptEncoding: string | null | undefined, coding: string): boolean =>
  (acceptEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((item) => item.trim())
    .some((item) => item.split(';')[0]?.trim() === coding && !/;\s*q=0(\.0*)?$/.test(item))
