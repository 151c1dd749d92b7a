//! The extended attributes of a file that its new version keeps.

use std::ffi::CString;

use rustix::fd::BorrowedFd;
use rustix::io::Result;
#[cfg(all(any(target_os = "linux", target_vendor = "apple"), not(portable)))]
use rustix::{buffer::spare_capacity, io::Errno};

/// An extended attribute of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    pub(crate) name: CString,
    pub(crate) value: Vec<u8>,
}

#[cfg(all(any(target_os = "linux", target_vendor = "apple"), not(portable)))]
const ACCESS_LIST: &[u8] = b"system.posix_acl_access";

/// The attributes that a new version of the file keeps: the user's own and the access list. `security.*`
/// stays with the bytes it was given for.
#[cfg(all(any(target_os = "linux", target_vendor = "apple"), not(portable)))]
pub(crate) fn attributes(fd: BorrowedFd<'_>) -> Result<Vec<Attribute>> {
    let mut kept = Vec::new();
    for name in attribute_names(fd)?.split(|&byte| byte == 0).filter(|name| !name.is_empty()) {
        if cfg!(target_os = "linux") && !name.starts_with(b"user.") && name != ACCESS_LIST {
            continue;
        }
        let mut value = Vec::with_capacity(rustix::fs::fgetxattr_query(fd, name)?);
        if value.capacity() > 0 {
            rustix::fs::fgetxattr(fd, name, spare_capacity(&mut value))?;
        }
        // No name holds a NUL after the split.
        kept.push(Attribute { name: CString::new(name).unwrap_or_default(), value });
    }
    Ok(kept)
}

#[cfg(all(any(target_os = "linux", target_vendor = "apple"), not(portable)))]
fn attribute_names(fd: BorrowedFd<'_>) -> Result<Vec<u8>> {
    let mut names = Vec::with_capacity(256);
    match rustix::fs::flistxattr(fd, spare_capacity(&mut names)) {
        Err(Errno::RANGE) => {
            names = Vec::with_capacity(rustix::fs::flistxattr_query(fd)?.max(1));
            rustix::fs::flistxattr(fd, spare_capacity(&mut names))?;
        }
        Err(Errno::NOTSUP | Errno::NOSYS) => {}
        answer => {
            answer?;
        }
    }
    Ok(names)
}

/// Gives a new file the attributes of the old one, and takes away the access list that its folder gave it.
#[cfg(all(any(target_os = "linux", target_vendor = "apple"), not(portable)))]
pub(crate) fn set_attributes(fd: BorrowedFd<'_>, attributes: &[Attribute]) -> Result<()> {
    use rustix::fs::{XattrFlags, fremovexattr, fsetxattr};
    if attribute_names(fd)?.split(|&byte| byte == 0).any(|name| name == ACCESS_LIST) {
        fremovexattr(fd, ACCESS_LIST)?;
    }
    for Attribute { name, value } in attributes {
        fsetxattr(fd, name.as_c_str(), value, XattrFlags::empty())?;
    }
    Ok(())
}

#[cfg(not(all(any(target_os = "linux", target_vendor = "apple"), not(portable))))]
pub(crate) fn attributes(_: BorrowedFd<'_>) -> Result<Vec<Attribute>> {
    Ok(Vec::new())
}

#[cfg(not(all(any(target_os = "linux", target_vendor = "apple"), not(portable))))]
pub(crate) fn set_attributes(_: BorrowedFd<'_>, _: &[Attribute]) -> Result<()> {
    Ok(())
}
