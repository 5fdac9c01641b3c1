/** True for a loopback address, which no other host can send from: 127.0.0.0/8 and ::1. RFC6890-2.2.2 */
export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address)
