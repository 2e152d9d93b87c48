declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on the whole open file; false when somebody else holds it. @throws the system's error */
  export function tryLock(fd: number): boolean
}
