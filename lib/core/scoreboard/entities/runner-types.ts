/** Types of runners. */
export const runnerTypes = [
  'built_in_wallet',
  'real_wallet_qr',
  'external_ci',
  'android_emulator',
  'redroid',
  'android_phone',
  'ios_simulator',
  'ios_phone',
] as const

export const isRunnerType = (word: string): boolean => runnerTypes.some((type) => type === word)
