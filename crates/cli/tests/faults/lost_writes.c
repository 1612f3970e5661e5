/* Preloaded into a program: records every call with which it changes files or waits for the disk.
 *
 * A seccomp filter turns each such call into SIGSYS; the handler makes the call itself and appends
 * what it did to the file that ZOBRIST_CALLS names. Calls that do not go through libc are seen too,
 * which interposed functions would miss: rustix, below tempfile, makes its own.
 * lost_writes.rs reads the records, and model.rs says what a power cut leaves of them.
 *
 * ZOBRIST_SKIP=sync makes every sync return 0 with nothing done and nothing recorded;
 * ZOBRIST_SKIP=rename does so to every rename. They are the controls of the test.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

/* call(number, six arguments). The filter lets the one call instruction in it pass. */
long call(long, long, long, long, long, long, long);
extern const char after_call[];

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
__asm__(".text\n.globl call\n.type call, @function\ncall:\n"
        "mov %rdi, %rax\nmov %rsi, %rdi\nmov %rdx, %rsi\nmov %rcx, %rdx\n"
        "mov %r8, %r10\nmov %r9, %r8\nmov 8(%rsp), %r9\nsyscall\n"
        ".globl after_call\nafter_call:\nret\n");
#define ARGUMENT(context, n) \
    ((long)(context)->uc_mcontext.gregs[(const int[]){REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9}[n]])
#define RESULT(context) ((context)->uc_mcontext.gregs[REG_RAX])
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
__asm__(".text\n.globl call\n.type call, %function\ncall:\n"
        "mov x8, x0\nmov x0, x1\nmov x1, x2\nmov x2, x3\n"
        "mov x3, x4\nmov x4, x5\nmov x5, x6\nsvc #0\n"
        ".globl after_call\nafter_call:\nret\n");
#define ARGUMENT(context, n) ((long)(context)->uc_mcontext.regs[n])
#define RESULT(context) ((context)->uc_mcontext.regs[0])
#else
#error "the registers of a system call are known here for x86-64 and AArch64 only"
#endif

#define CALL3(number, a, b, c) call(number, (long)(a), (long)(b), (long)(c), 0, 0, 0)

/* The kinds of records; lost_writes.rs has the same numbers. */
enum { CREATE = 1, WRITE, LENGTH, SYNC, RENAME, LINK, UNLINK, MKDIR, RMDIR, UNKNOWN };

struct record {
    uint64_t kind, inode, number, first, second; /* then `first` and `second` bytes */
};

static int records = -1;
static int skip_sync, skip_rename;
static char held; /* The lock: calls are recorded in the order in which they are made. */
static struct { char *start; uint64_t length, offset, inode; } mappings[64];
static unsigned mapped;

static void append(const void *bytes, size_t length) {
    while (length > 0) {
        long done = CALL3(SYS_write, records, bytes, length);
        if (done <= 0) _exit(99);
        bytes = (const char *)bytes + done;
        length -= done;
    }
}

static void record(uint64_t kind, uint64_t inode, uint64_t number, const void *first,
                   size_t first_length, const void *second, size_t second_length) {
    struct record head = {kind, inode, number, first_length, second_length};
    append(&head, sizeof head);
    append(first, first_length);
    append(second, second_length);
}

static void record_names(uint64_t kind, uint64_t inode, uint64_t number, const char *first,
                         const char *second) {
    record(kind, inode, number, first, strlen(first), second, strlen(second));
}

/* The path of an open file or folder. */
static void path_of(int fd, char path[PATH_MAX]) {
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    long length = call(SYS_readlinkat, AT_FDCWD, (long)link, (long)path, PATH_MAX - 1, 0, 0);
    path[length < 0 ? 0 : length] = 0;
}

static void absolute(int folder, const char *name, char path[PATH_MAX]) {
    path[0] = 0;
    if (name[0] != '/' && folder == AT_FDCWD) {
        CALL3(SYS_getcwd, path, PATH_MAX, 0);
    } else if (name[0] != '/') {
        path_of(folder, path);
    }
    size_t length = strlen(path);
    snprintf(path + length, PATH_MAX - length, "%s%s", length ? "/" : "", name);
}

static int is_file(int fd, struct stat *found) {
    return CALL3(SYS_fstat, fd, found, 0) == 0 && S_ISREG(found->st_mode);
}

static long opened(long fd, int folder, const char *name, int flags) {
    static char path[PATH_MAX];
    struct stat found;
    if (fd >= 0 && flags & (O_CREAT | O_TRUNC) && is_file(fd, &found)) {
        absolute(folder, name, path);
        int no_name = (flags & O_TMPFILE) == O_TMPFILE;
        record_names(no_name ? UNKNOWN : CREATE, found.st_ino, (flags & O_TRUNC) != 0, path, "");
    }
    return fd;
}

/* After `done` bytes were written from these parts: at `offset`, or up to the file's position. */
static long written(long done, int fd, const struct iovec *parts, long offset) {
    struct stat found;
    if (done <= 0 || !is_file(fd, &found)) return done;
    if (offset < 0) offset = CALL3(SYS_lseek, fd, 0, SEEK_CUR) - done;
    for (long left = done; left > 0; parts++) {
        size_t length = parts->iov_len < (size_t)left ? parts->iov_len : (size_t)left;
        record(WRITE, found.st_ino, offset, parts->iov_base, length, "", 0);
        offset += length;
        left -= length;
    }
    return done;
}

static long sync_file(long number, int fd) {
    struct stat found;
    if (skip_sync) return 0;
    long result = CALL3(number, fd, 0, 0);
    if (result == 0 && CALL3(SYS_fstat, fd, &found, 0) == 0) record_names(SYNC, found.st_ino, 0, "", "");
    return result;
}

/* The stores of a shared mapping reach the disk when it is synced. */
static long sync_mapping(char *start, long length, int flags) {
    if (skip_sync) return 0;
    long result = CALL3(SYS_msync, start, length, flags);
    if (result != 0 || !(flags & MS_SYNC)) return result;
    for (unsigned at = mapped; at-- > 0;) {
        uint64_t skipped = start - mappings[at].start;
        if (skipped >= mappings[at].length) continue;
        uint64_t max = mappings[at].length - skipped;
        record(WRITE, mappings[at].inode, mappings[at].offset + skipped, start,
               (uint64_t)length < max ? (uint64_t)length : max, "", 0);
        record_names(SYNC, mappings[at].inode, 0, "", "");
        return result;
    }
    record_names(UNKNOWN, 0, SYS_msync, "", "");
    return result;
}

static long map(long start, long length, long protection, long flags, long fd, long offset) {
    struct stat found;
    long result = call(SYS_mmap, start, length, protection, flags, fd, offset);
    if (result < 0 && result > -4096) return result;
    if (!(protection & PROT_WRITE) || flags & MAP_ANONYMOUS || !is_file(fd, &found)) return result;
    if (mapped == sizeof mappings / sizeof *mappings) _exit(98);
    mappings[mapped].start = (char *)result;
    mappings[mapped].length = length;
    mappings[mapped].offset = offset;
    mappings[mapped++].inode = found.st_ino;
    return result;
}

static long renamed(int from, const char *old, int to, const char *new, unsigned flags) {
    static char old_path[PATH_MAX], new_path[PATH_MAX];
    if (skip_rename) return 0;
    absolute(from, old, old_path);
    absolute(to, new, new_path);
    long result = call(SYS_renameat2, from, (long)old, to, (long)new, flags, 0);
    int plain = !(flags & ~RENAME_NOREPLACE);
    if (result == 0) record_names(plain ? RENAME : UNKNOWN, 0, SYS_renameat2, old_path, new_path);
    return result;
}

static long linked(int from, const char *old, int to, const char *new, int flags) {
    static char old_path[PATH_MAX], new_path[PATH_MAX];
    absolute(from, old, old_path);
    absolute(to, new, new_path);
    long result = call(SYS_linkat, from, (long)old, to, (long)new, flags, 0);
    if (result == 0) record_names(LINK, 0, 0, old_path, new_path);
    return result;
}

static long removed(int folder, const char *name, int flags) {
    static char path[PATH_MAX];
    absolute(folder, name, path);
    long result = CALL3(SYS_unlinkat, folder, name, flags);
    if (result == 0) record_names(flags & AT_REMOVEDIR ? RMDIR : UNLINK, 0, 0, path, "");
    return result;
}

static long made(int folder, const char *name, int mode) {
    static char path[PATH_MAX];
    struct stat found;
    long result = CALL3(SYS_mkdirat, folder, name, mode);
    if (result == 0 && call(SYS_newfstatat, folder, (long)name, (long)&found, 0, 0, 0) == 0) {
        absolute(folder, name, path);
        record_names(MKDIR, found.st_ino, 0, path, "");
    }
    return result;
}

static const int trapped[] = {
    SYS_openat, SYS_write, SYS_pwrite64, SYS_writev, SYS_pwritev, SYS_pwritev2, SYS_fsync,
    SYS_fdatasync, SYS_msync, SYS_ftruncate, SYS_truncate, SYS_fallocate, SYS_renameat2,
    SYS_linkat, SYS_unlinkat, SYS_mkdirat, SYS_symlinkat, SYS_mknodat, SYS_copy_file_range,
    SYS_sendfile, SYS_splice, SYS_openat2, SYS_io_uring_setup,
#ifdef SYS_renameat
    SYS_renameat,
#endif
#ifdef SYS_open
    SYS_open, SYS_creat, SYS_rename, SYS_link, SYS_unlink, SYS_mkdir, SYS_rmdir, SYS_symlink,
    SYS_mknod,
#endif
};

static long handle(long number, long a, long b, long c, long d, long e, long f) {
    struct iovec whole = {(void *)b, c};
    struct stat found;
    long result;
    switch (number) {
    case SYS_openat: return opened(call(number, a, b, c, d, 0, 0), a, (char *)b, c);
    case SYS_write: return written(CALL3(number, a, b, c), a, &whole, -1);
    case SYS_pwrite64: return written(call(number, a, b, c, d, 0, 0), a, &whole, d);
    case SYS_writev: return written(CALL3(number, a, b, c), a, (struct iovec *)b, -1);
    case SYS_fsync:
    case SYS_fdatasync: return sync_file(number, a);
    case SYS_msync: return sync_mapping((char *)a, b, c);
    case SYS_mmap: return map(a, b, c, d, e, f);
    case SYS_ftruncate:
        result = CALL3(number, a, b, 0);
        if (result == 0 && is_file(a, &found)) record_names(LENGTH, found.st_ino, b, "", "");
        return result;
    case SYS_renameat2: return renamed(a, (char *)b, c, (char *)d, e);
    case SYS_linkat: return linked(a, (char *)b, c, (char *)d, e);
    case SYS_unlinkat: return removed(a, (char *)b, c);
    case SYS_mkdirat: return made(a, (char *)b, c);
#ifdef SYS_renameat
    case SYS_renameat: return renamed(a, (char *)b, c, (char *)d, 0);
#endif
#ifdef SYS_open
    case SYS_open: return opened(CALL3(number, a, b, c), AT_FDCWD, (char *)a, b);
    case SYS_creat: return opened(CALL3(number, a, b, 0), AT_FDCWD, (char *)a, O_CREAT | O_TRUNC);
    case SYS_rename: return renamed(AT_FDCWD, (char *)a, AT_FDCWD, (char *)b, 0);
    case SYS_link: return linked(AT_FDCWD, (char *)a, AT_FDCWD, (char *)b, 0);
    case SYS_unlink: return removed(AT_FDCWD, (char *)a, 0);
    case SYS_rmdir: return removed(AT_FDCWD, (char *)a, AT_REMOVEDIR);
    case SYS_mkdir: return made(AT_FDCWD, (char *)a, b);
#endif
    /* As by a kernel without them: the program then reads and writes. */
    case SYS_copy_file_range:
    case SYS_sendfile:
    case SYS_splice: return -ENOSYS;
    default:
        /* The model does not know it, and the test fails. */
        record_names(UNKNOWN, 0, number, "", "");
        return call(number, a, b, c, d, e, f);
    }
}

static void on_call(int signal, siginfo_t *info, void *given) {
    ucontext_t *context = given;
    (void)signal;
    while (__atomic_test_and_set(&held, __ATOMIC_ACQUIRE)) CALL3(SYS_sched_yield, 0, 0, 0);
    long result = handle(info->si_syscall, ARGUMENT(context, 0), ARGUMENT(context, 1),
                         ARGUMENT(context, 2), ARGUMENT(context, 3), ARGUMENT(context, 4),
                         ARGUMENT(context, 5));
    __atomic_clear(&held, __ATOMIC_RELEASE);
    RESULT(context) = result;
}

__attribute__((constructor)) static void start(void) {
    enum { CALLS = sizeof trapped / sizeof *trapped };
    static struct sock_filter filter[2 * CALLS + 16];
    const char *log = getenv("ZOBRIST_CALLS"), *skip = getenv("ZOBRIST_SKIP");
    unsigned short used = 0;
    uint64_t allowed = (uintptr_t)after_call;
    if (!log) return;
    skip_sync = skip && strcmp(skip, "sync") == 0;
    skip_rename = skip && strcmp(skip, "rename") == 0;
    int fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    records = fcntl(fd, F_DUPFD_CLOEXEC, 900);
    if (records < 0) _exit(97);
    close(fd);

    struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO};
    sigfillset(&action.sa_mask);
    sigaction(SIGSYS, &action, NULL);

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define UNLESS_EQUAL(value, over) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, over)
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)
#define ADD(...) filter[used++] = (struct sock_filter)__VA_ARGS__
    ADD(LOAD(arch));
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0));
    ADD(RETURN(SECCOMP_RET_ALLOW));
    ADD(LOAD(instruction_pointer));
    ADD(UNLESS_EQUAL((uint32_t)allowed, 3));
    ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer) + 4));
    ADD(UNLESS_EQUAL((uint32_t)(allowed >> 32), 1));
    ADD(RETURN(SECCOMP_RET_ALLOW));
    ADD(LOAD(nr));
    for (int at = 0; at < CALLS; at++) {
        ADD(UNLESS_EQUAL((uint32_t)trapped[at], 1));
        ADD(RETURN(SECCOMP_RET_TRAP));
    }
    /* Shared mappings only: the threads' stacks are mapped with signals blocked. */
    ADD(UNLESS_EQUAL(SYS_mmap, 3));
    ADD(LOAD(args[3]));
    ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 0, 1));
    ADD(RETURN(SECCOMP_RET_TRAP));
    ADD(RETURN(SECCOMP_RET_ALLOW));
    struct sock_fprog program = {used, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
        _exit(96);
    }
}
