"""Templates for the `__init__` of classes of values, written by `python -m gamedsl.make_init_templates`: see `class_making`.

A template that is missing here is compiled when the program runs.
"""

# mypy: ignore-errors
# pyright: basic, reportUndefinedVariable=false
# ruff: noqa
# fmt: off

def frozen_(NOTHING):
    def __init__(self): pass
    return __init__

def frozen_g(NOTHING, s0, d0):
    def __init__(self, p0): s0(self, p0)
    return __init__

def frozen_gg(NOTHING, s0, s1, d0, d1):
    def __init__(self, p0, p1): s0(self, p0); s1(self, p1)
    return __init__

def frozen_ggg(NOTHING, s0, s1, s2, d0, d1, d2):
    def __init__(self, p0, p1, p2): s0(self, p0); s1(self, p1); s2(self, p2)
    return __init__

def frozen_gggg(NOTHING, s0, s1, s2, s3, d0, d1, d2, d3):
    def __init__(self, p0, p1, p2, p3): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3)
    return __init__

def frozen_ggggg(NOTHING, s0, s1, s2, s3, s4, d0, d1, d2, d3, d4):
    def __init__(self, p0, p1, p2, p3, p4): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4)
    return __init__

def frozen_gggggg(NOTHING, s0, s1, s2, s3, s4, s5, d0, d1, d2, d3, d4, d5):
    def __init__(self, p0, p1, p2, p3, p4, p5): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5)
    return __init__

def frozen_ggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, d0, d1, d2, d3, d4, d5, d6):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6)
    return __init__

def frozen_gggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, d0, d1, d2, d3, d4, d5, d6, d7):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7)
    return __init__

def frozen_ggggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, d0, d1, d2, d3, d4, d5, d6, d7, d8):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7); s8(self, p8)
    return __init__

def frozen_gggggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7); s8(self, p8); s9(self, p9)
    return __init__

def frozen_ggggggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7); s8(self, p8); s9(self, p9); s10(self, p10)
    return __init__

def frozen_gggggggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7); s8(self, p8); s9(self, p9); s10(self, p10); s11(self, p11)
    return __init__

def frozen_ggggggggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7); s8(self, p8); s9(self, p9); s10(self, p10); s11(self, p11); s12(self, p12)
    return __init__

def frozen_gggggggggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7); s8(self, p8); s9(self, p9); s10(self, p10); s11(self, p11); s12(self, p12); s13(self, p13)
    return __init__

def frozen_gggggggggggggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7); s8(self, p8); s9(self, p9); s10(self, p10); s11(self, p11); s12(self, p12); s13(self, p13); s14(self, p14); s15(self, p15); s16(self, p16); s17(self, p17)
    return __init__

def frozen_gggggggggggggggggggggggggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17, s18, s19, s20, s21, s22, s23, s24, s25, s26, s27, s28, s29, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17, d18, d19, d20, d21, d22, d23, d24, d25, d26, d27, d28, d29):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p20, p21, p22, p23, p24, p25, p26, p27, p28, p29): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7); s8(self, p8); s9(self, p9); s10(self, p10); s11(self, p11); s12(self, p12); s13(self, p13); s14(self, p14); s15(self, p15); s16(self, p16); s17(self, p17); s18(self, p18); s19(self, p19); s20(self, p20); s21(self, p21); s22(self, p22); s23(self, p23); s24(self, p24); s25(self, p25); s26(self, p26); s27(self, p27); s28(self, p28); s29(self, p29)
    return __init__

def frozen_gggggggggggggggggggggggggggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17, s18, s19, s20, s21, s22, s23, s24, s25, s26, s27, s28, s29, s30, s31, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17, d18, d19, d20, d21, d22, d23, d24, d25, d26, d27, d28, d29, d30, d31):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p30, p31): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7); s8(self, p8); s9(self, p9); s10(self, p10); s11(self, p11); s12(self, p12); s13(self, p13); s14(self, p14); s15(self, p15); s16(self, p16); s17(self, p17); s18(self, p18); s19(self, p19); s20(self, p20); s21(self, p21); s22(self, p22); s23(self, p23); s24(self, p24); s25(self, p25); s26(self, p26); s27(self, p27); s28(self, p28); s29(self, p29); s30(self, p30); s31(self, p31)
    return __init__

def frozen_ggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17, s18, s19, s20, s21, s22, s23, s24, s25, s26, s27, s28, s29, s30, s31, s32, s33, s34, s35, s36, s37, s38, s39, s40, s41, s42, s43, s44, s45, s46, s47, s48, s49, s50, s51, s52, s53, s54, s55, s56, s57, s58, s59, s60, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17, d18, d19, d20, d21, d22, d23, d24, d25, d26, d27, d28, d29, d30, d31, d32, d33, d34, d35, d36, d37, d38, d39, d40, d41, d42, d43, d44, d45, d46, d47, d48, d49, d50, d51, d52, d53, d54, d55, d56, d57, d58, d59, d60):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p30, p31, p32, p33, p34, p35, p36, p37, p38, p39, p40, p41, p42, p43, p44, p45, p46, p47, p48, p49, p50, p51, p52, p53, p54, p55, p56, p57, p58, p59, p60): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7); s8(self, p8); s9(self, p9); s10(self, p10); s11(self, p11); s12(self, p12); s13(self, p13); s14(self, p14); s15(self, p15); s16(self, p16); s17(self, p17); s18(self, p18); s19(self, p19); s20(self, p20); s21(self, p21); s22(self, p22); s23(self, p23); s24(self, p24); s25(self, p25); s26(self, p26); s27(self, p27); s28(self, p28); s29(self, p29); s30(self, p30); s31(self, p31); s32(self, p32); s33(self, p33); s34(self, p34); s35(self, p35); s36(self, p36); s37(self, p37); s38(self, p38); s39(self, p39); s40(self, p40); s41(self, p41); s42(self, p42); s43(self, p43); s44(self, p44); s45(self, p45); s46(self, p46); s47(self, p47); s48(self, p48); s49(self, p49); s50(self, p50); s51(self, p51); s52(self, p52); s53(self, p53); s54(self, p54); s55(self, p55); s56(self, p56); s57(self, p57); s58(self, p58); s59(self, p59); s60(self, p60)
    return __init__

def frozen_gggggggggggo(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7); s8(self, p8); s9(self, p9); s10(self, p10); s11(self, d11() if p11 is NOTHING else p11)
    return __init__

def frozen_ggoooogg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, d0, d1, d2, d3, d4, d5, d6, d7):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7): s0(self, p0); s1(self, p1); s2(self, d2() if p2 is NOTHING else p2); s3(self, d3() if p3 is NOTHING else p3); s4(self, d4() if p4 is NOTHING else p4); s5(self, d5() if p5 is NOTHING else p5); s6(self, p6); s7(self, p7)
    return __init__

def frozen_gog(NOTHING, s0, s1, s2, d0, d1, d2):
    def __init__(self, p0, p1, p2): s0(self, p0); s1(self, d1() if p1 is NOTHING else p1); s2(self, p2)
    return __init__

def frozen_gogggggggog(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10): s0(self, p0); s1(self, d1() if p1 is NOTHING else p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7); s8(self, p8); s9(self, d9() if p9 is NOTHING else p9); s10(self, p10)
    return __init__

def frozen_n(NOTHING, s0, d0):
    def __init__(self, *, p0): s0(self, p0)
    return __init__

def frozen_ng(NOTHING, s0, s1, d0, d1):
    def __init__(self, p1, *, p0): s0(self, p0); s1(self, p1)
    return __init__

def frozen_ngg(NOTHING, s0, s1, s2, d0, d1, d2):
    def __init__(self, p1, p2, *, p0): s0(self, p0); s1(self, p1); s2(self, p2)
    return __init__

def frozen_nggg(NOTHING, s0, s1, s2, s3, d0, d1, d2, d3):
    def __init__(self, p1, p2, p3, *, p0): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3)
    return __init__

def frozen_ngggg(NOTHING, s0, s1, s2, s3, s4, d0, d1, d2, d3, d4):
    def __init__(self, p1, p2, p3, p4, *, p0): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4)
    return __init__

def frozen_nggggg(NOTHING, s0, s1, s2, s3, s4, s5, d0, d1, d2, d3, d4, d5):
    def __init__(self, p1, p2, p3, p4, p5, *, p0): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5)
    return __init__

def frozen_ngggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, d0, d1, d2, d3, d4, d5, d6):
    def __init__(self, p1, p2, p3, p4, p5, p6, *, p0): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6)
    return __init__

def frozen_nggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, d0, d1, d2, d3, d4, d5, d6, d7):
    def __init__(self, p1, p2, p3, p4, p5, p6, p7, *, p0): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7)
    return __init__

def frozen_ngggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, d0, d1, d2, d3, d4, d5, d6, d7, d8):
    def __init__(self, p1, p2, p3, p4, p5, p6, p7, p8, *, p0): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7); s8(self, p8)
    return __init__

def frozen_nggggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9):
    def __init__(self, p1, p2, p3, p4, p5, p6, p7, p8, p9, *, p0): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7); s8(self, p8); s9(self, p9)
    return __init__

def frozen_ngggggggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12):
    def __init__(self, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, *, p0): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); s4(self, p4); s5(self, p5); s6(self, p6); s7(self, p7); s8(self, p8); s9(self, p9); s10(self, p10); s11(self, p11); s12(self, p12)
    return __init__

def frozen_o(NOTHING, s0, d0):
    def __init__(self, p0): s0(self, d0() if p0 is NOTHING else p0)
    return __init__

def frozen_ooo(NOTHING, s0, s1, s2, d0, d1, d2):
    def __init__(self, p0, p1, p2): s0(self, d0() if p0 is NOTHING else p0); s1(self, d1() if p1 is NOTHING else p1); s2(self, d2() if p2 is NOTHING else p2)
    return __init__

def frozen_then_g(NOTHING, s0, d0):
    def __init__(self, p0): s0(self, p0); self.__attrs_post_init__()
    return __init__

def frozen_then_ggg(NOTHING, s0, s1, s2, d0, d1, d2):
    def __init__(self, p0, p1, p2): s0(self, p0); s1(self, p1); s2(self, p2); self.__attrs_post_init__()
    return __init__

def frozen_then_ggggl(NOTHING, s0, s1, s2, s3, s4, d0, d1, d2, d3, d4):
    def __init__(self, p0, p1, p2, p3): s0(self, p0); s1(self, p1); s2(self, p2); s3(self, p3); self.__attrs_post_init__()
    return __init__

def mutable_g(NOTHING, s0, d0):
    def __init__(self, p0): self.n0 = p0
    return __init__

def mutable_gg(NOTHING, s0, s1, d0, d1):
    def __init__(self, p0, p1): self.n0 = p0; self.n1 = p1
    return __init__

def mutable_ggg(NOTHING, s0, s1, s2, d0, d1, d2):
    def __init__(self, p0, p1, p2): self.n0 = p0; self.n1 = p1; self.n2 = p2
    return __init__

def mutable_gggg(NOTHING, s0, s1, s2, s3, d0, d1, d2, d3):
    def __init__(self, p0, p1, p2, p3): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3
    return __init__

def mutable_ggggg(NOTHING, s0, s1, s2, s3, s4, d0, d1, d2, d3, d4):
    def __init__(self, p0, p1, p2, p3, p4): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = p4
    return __init__

def mutable_gggggg(NOTHING, s0, s1, s2, s3, s4, s5, d0, d1, d2, d3, d4, d5):
    def __init__(self, p0, p1, p2, p3, p4, p5): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = p4; self.n5 = p5
    return __init__

def mutable_ggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, d0, d1, d2, d3, d4, d5, d6):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = p4; self.n5 = p5; self.n6 = p6
    return __init__

def mutable_gggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, d0, d1, d2, d3, d4, d5, d6, d7):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = p4; self.n5 = p5; self.n6 = p6; self.n7 = p7
    return __init__

def mutable_ggggggggggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = p4; self.n5 = p5; self.n6 = p6; self.n7 = p7; self.n8 = p8; self.n9 = p9; self.n10 = p10; self.n11 = p11; self.n12 = p12
    return __init__

def mutable_gggggggo(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, d0, d1, d2, d3, d4, d5, d6, d7):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = p4; self.n5 = p5; self.n6 = p6; self.n7 = d7() if p7 is NOTHING else p7
    return __init__

def mutable_ggggggo(NOTHING, s0, s1, s2, s3, s4, s5, s6, d0, d1, d2, d3, d4, d5, d6):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = p4; self.n5 = p5; self.n6 = d6() if p6 is NOTHING else p6
    return __init__

def mutable_ggggggooooogogggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = p4; self.n5 = p5; self.n6 = d6() if p6 is NOTHING else p6; self.n7 = d7() if p7 is NOTHING else p7; self.n8 = d8() if p8 is NOTHING else p8; self.n9 = d9() if p9 is NOTHING else p9; self.n10 = d10() if p10 is NOTHING else p10; self.n11 = p11; self.n12 = d12() if p12 is NOTHING else p12; self.n13 = p13; self.n14 = p14; self.n15 = p15; self.n16 = p16
    return __init__

def mutable_gggggogo(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, d0, d1, d2, d3, d4, d5, d6, d7):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = p4; self.n5 = d5() if p5 is NOTHING else p5; self.n6 = p6; self.n7 = d7() if p7 is NOTHING else p7
    return __init__

def mutable_ggggoggoggggggo(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = d4() if p4 is NOTHING else p4; self.n5 = p5; self.n6 = p6; self.n7 = d7() if p7 is NOTHING else p7; self.n8 = p8; self.n9 = p9; self.n10 = p10; self.n11 = p11; self.n12 = p12; self.n13 = p13; self.n14 = d14() if p14 is NOTHING else p14
    return __init__

def mutable_ggggogooo(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, d0, d1, d2, d3, d4, d5, d6, d7, d8):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = d4() if p4 is NOTHING else p4; self.n5 = p5; self.n6 = d6() if p6 is NOTHING else p6; self.n7 = d7() if p7 is NOTHING else p7; self.n8 = d8() if p8 is NOTHING else p8
    return __init__

def mutable_ggggoo(NOTHING, s0, s1, s2, s3, s4, s5, d0, d1, d2, d3, d4, d5):
    def __init__(self, p0, p1, p2, p3, p4, p5): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = d4() if p4 is NOTHING else p4; self.n5 = d5() if p5 is NOTHING else p5
    return __init__

def mutable_gggo(NOTHING, s0, s1, s2, s3, d0, d1, d2, d3):
    def __init__(self, p0, p1, p2, p3): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = d3() if p3 is NOTHING else p3
    return __init__

def mutable_gggoo(NOTHING, s0, s1, s2, s3, s4, d0, d1, d2, d3, d4):
    def __init__(self, p0, p1, p2, p3, p4): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = d3() if p3 is NOTHING else p3; self.n4 = d4() if p4 is NOTHING else p4
    return __init__

def mutable_gggooogo(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, d0, d1, d2, d3, d4, d5, d6, d7):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = d3() if p3 is NOTHING else p3; self.n4 = d4() if p4 is NOTHING else p4; self.n5 = d5() if p5 is NOTHING else p5; self.n6 = p6; self.n7 = d7() if p7 is NOTHING else p7
    return __init__

def mutable_gggoooog(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, d0, d1, d2, d3, d4, d5, d6, d7):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = d3() if p3 is NOTHING else p3; self.n4 = d4() if p4 is NOTHING else p4; self.n5 = d5() if p5 is NOTHING else p5; self.n6 = d6() if p6 is NOTHING else p6; self.n7 = p7
    return __init__

def mutable_gggooooogggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = d3() if p3 is NOTHING else p3; self.n4 = d4() if p4 is NOTHING else p4; self.n5 = d5() if p5 is NOTHING else p5; self.n6 = d6() if p6 is NOTHING else p6; self.n7 = d7() if p7 is NOTHING else p7; self.n8 = p8; self.n9 = p9; self.n10 = p10; self.n11 = p11
    return __init__

def mutable_ggo(NOTHING, s0, s1, s2, d0, d1, d2):
    def __init__(self, p0, p1, p2): self.n0 = p0; self.n1 = p1; self.n2 = d2() if p2 is NOTHING else p2
    return __init__

def mutable_ggog(NOTHING, s0, s1, s2, s3, d0, d1, d2, d3):
    def __init__(self, p0, p1, p2, p3): self.n0 = p0; self.n1 = p1; self.n2 = d2() if p2 is NOTHING else p2; self.n3 = p3
    return __init__

def mutable_ggolloogggoooooooooogoooooooooooooooooogggggooooogogoooogo(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17, s18, s19, s20, s21, s22, s23, s24, s25, s26, s27, s28, s29, s30, s31, s32, s33, s34, s35, s36, s37, s38, s39, s40, s41, s42, s43, s44, s45, s46, s47, s48, s49, s50, s51, s52, s53, s54, s55, s56, s57, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17, d18, d19, d20, d21, d22, d23, d24, d25, d26, d27, d28, d29, d30, d31, d32, d33, d34, d35, d36, d37, d38, d39, d40, d41, d42, d43, d44, d45, d46, d47, d48, d49, d50, d51, d52, d53, d54, d55, d56, d57):
    def __init__(self, p0, p1, p2, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p30, p31, p32, p33, p34, p35, p36, p37, p38, p39, p40, p41, p42, p43, p44, p45, p46, p47, p48, p49, p50, p51, p52, p53, p54, p55, p56, p57): self.n0 = p0; self.n1 = p1; self.n2 = d2() if p2 is NOTHING else p2; self.n5 = d5() if p5 is NOTHING else p5; self.n6 = d6() if p6 is NOTHING else p6; self.n7 = p7; self.n8 = p8; self.n9 = p9; self.n10 = d10() if p10 is NOTHING else p10; self.n11 = d11() if p11 is NOTHING else p11; self.n12 = d12() if p12 is NOTHING else p12; self.n13 = d13() if p13 is NOTHING else p13; self.n14 = d14() if p14 is NOTHING else p14; self.n15 = d15() if p15 is NOTHING else p15; self.n16 = d16() if p16 is NOTHING else p16; self.n17 = d17() if p17 is NOTHING else p17; self.n18 = d18() if p18 is NOTHING else p18; self.n19 = d19() if p19 is NOTHING else p19; self.n20 = p20; self.n21 = d21() if p21 is NOTHING else p21; self.n22 = d22() if p22 is NOTHING else p22; self.n23 = d23() if p23 is NOTHING else p23; self.n24 = d24() if p24 is NOTHING else p24; self.n25 = d25() if p25 is NOTHING else p25; self.n26 = d26() if p26 is NOTHING else p26; self.n27 = d27() if p27 is NOTHING else p27; self.n28 = d28() if p28 is NOTHING else p28; self.n29 = d29() if p29 is NOTHING else p29; self.n30 = d30() if p30 is NOTHING else p30; self.n31 = d31() if p31 is NOTHING else p31; self.n32 = d32() if p32 is NOTHING else p32; self.n33 = d33() if p33 is NOTHING else p33; self.n34 = d34() if p34 is NOTHING else p34; self.n35 = d35() if p35 is NOTHING else p35; self.n36 = d36() if p36 is NOTHING else p36; self.n37 = d37() if p37 is NOTHING else p37; self.n38 = d38() if p38 is NOTHING else p38; self.n39 = p39; self.n40 = p40; self.n41 = p41; self.n42 = p42; self.n43 = p43; self.n44 = d44() if p44 is NOTHING else p44; self.n45 = d45() if p45 is NOTHING else p45; self.n46 = d46() if p46 is NOTHING else p46; self.n47 = d47() if p47 is NOTHING else p47; self.n48 = d48() if p48 is NOTHING else p48; self.n49 = p49; self.n50 = d50() if p50 is NOTHING else p50; self.n51 = p51; self.n52 = d52() if p52 is NOTHING else p52; self.n53 = d53() if p53 is NOTHING else p53; self.n54 = d54() if p54 is NOTHING else p54; self.n55 = d55() if p55 is NOTHING else p55; self.n56 = p56; self.n57 = d57() if p57 is NOTHING else p57
    return __init__

def mutable_ggoo(NOTHING, s0, s1, s2, s3, d0, d1, d2, d3):
    def __init__(self, p0, p1, p2, p3): self.n0 = p0; self.n1 = p1; self.n2 = d2() if p2 is NOTHING else p2; self.n3 = d3() if p3 is NOTHING else p3
    return __init__

def mutable_ggoogggogooogg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13): self.n0 = p0; self.n1 = p1; self.n2 = d2() if p2 is NOTHING else p2; self.n3 = d3() if p3 is NOTHING else p3; self.n4 = p4; self.n5 = p5; self.n6 = p6; self.n7 = d7() if p7 is NOTHING else p7; self.n8 = p8; self.n9 = d9() if p9 is NOTHING else p9; self.n10 = d10() if p10 is NOTHING else p10; self.n11 = d11() if p11 is NOTHING else p11; self.n12 = p12; self.n13 = p13
    return __init__

def mutable_ggooo(NOTHING, s0, s1, s2, s3, s4, d0, d1, d2, d3, d4):
    def __init__(self, p0, p1, p2, p3, p4): self.n0 = p0; self.n1 = p1; self.n2 = d2() if p2 is NOTHING else p2; self.n3 = d3() if p3 is NOTHING else p3; self.n4 = d4() if p4 is NOTHING else p4
    return __init__

def mutable_ggooogooggggoggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15): self.n0 = p0; self.n1 = p1; self.n2 = d2() if p2 is NOTHING else p2; self.n3 = d3() if p3 is NOTHING else p3; self.n4 = d4() if p4 is NOTHING else p4; self.n5 = p5; self.n6 = d6() if p6 is NOTHING else p6; self.n7 = d7() if p7 is NOTHING else p7; self.n8 = p8; self.n9 = p9; self.n10 = p10; self.n11 = p11; self.n12 = d12() if p12 is NOTHING else p12; self.n13 = p13; self.n14 = p14; self.n15 = p15
    return __init__

def mutable_ggoooo(NOTHING, s0, s1, s2, s3, s4, s5, d0, d1, d2, d3, d4, d5):
    def __init__(self, p0, p1, p2, p3, p4, p5): self.n0 = p0; self.n1 = p1; self.n2 = d2() if p2 is NOTHING else p2; self.n3 = d3() if p3 is NOTHING else p3; self.n4 = d4() if p4 is NOTHING else p4; self.n5 = d5() if p5 is NOTHING else p5
    return __init__

def mutable_ggooooooooogg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12): self.n0 = p0; self.n1 = p1; self.n2 = d2() if p2 is NOTHING else p2; self.n3 = d3() if p3 is NOTHING else p3; self.n4 = d4() if p4 is NOTHING else p4; self.n5 = d5() if p5 is NOTHING else p5; self.n6 = d6() if p6 is NOTHING else p6; self.n7 = d7() if p7 is NOTHING else p7; self.n8 = d8() if p8 is NOTHING else p8; self.n9 = d9() if p9 is NOTHING else p9; self.n10 = d10() if p10 is NOTHING else p10; self.n11 = p11; self.n12 = p12
    return __init__

def mutable_go(NOTHING, s0, s1, d0, d1):
    def __init__(self, p0, p1): self.n0 = p0; self.n1 = d1() if p1 is NOTHING else p1
    return __init__

def mutable_gogggoo(NOTHING, s0, s1, s2, s3, s4, s5, s6, d0, d1, d2, d3, d4, d5, d6):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6): self.n0 = p0; self.n1 = d1() if p1 is NOTHING else p1; self.n2 = p2; self.n3 = p3; self.n4 = p4; self.n5 = d5() if p5 is NOTHING else p5; self.n6 = d6() if p6 is NOTHING else p6
    return __init__

def mutable_goo(NOTHING, s0, s1, s2, d0, d1, d2):
    def __init__(self, p0, p1, p2): self.n0 = p0; self.n1 = d1() if p1 is NOTHING else p1; self.n2 = d2() if p2 is NOTHING else p2
    return __init__

def mutable_gooo(NOTHING, s0, s1, s2, s3, d0, d1, d2, d3):
    def __init__(self, p0, p1, p2, p3): self.n0 = p0; self.n1 = d1() if p1 is NOTHING else p1; self.n2 = d2() if p2 is NOTHING else p2; self.n3 = d3() if p3 is NOTHING else p3
    return __init__

def mutable_goooo(NOTHING, s0, s1, s2, s3, s4, d0, d1, d2, d3, d4):
    def __init__(self, p0, p1, p2, p3, p4): self.n0 = p0; self.n1 = d1() if p1 is NOTHING else p1; self.n2 = d2() if p2 is NOTHING else p2; self.n3 = d3() if p3 is NOTHING else p3; self.n4 = d4() if p4 is NOTHING else p4
    return __init__

def mutable_o(NOTHING, s0, d0):
    def __init__(self, p0): self.n0 = d0() if p0 is NOTHING else p0
    return __init__

def mutable_ogg(NOTHING, s0, s1, s2, d0, d1, d2):
    def __init__(self, p0, p1, p2): self.n0 = d0() if p0 is NOTHING else p0; self.n1 = p1; self.n2 = p2
    return __init__

def mutable_ogggog(NOTHING, s0, s1, s2, s3, s4, s5, d0, d1, d2, d3, d4, d5):
    def __init__(self, p0, p1, p2, p3, p4, p5): self.n0 = d0() if p0 is NOTHING else p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = d4() if p4 is NOTHING else p4; self.n5 = p5
    return __init__

def mutable_oo(NOTHING, s0, s1, d0, d1):
    def __init__(self, p0, p1): self.n0 = d0() if p0 is NOTHING else p0; self.n1 = d1() if p1 is NOTHING else p1
    return __init__

def mutable_ooo(NOTHING, s0, s1, s2, d0, d1, d2):
    def __init__(self, p0, p1, p2): self.n0 = d0() if p0 is NOTHING else p0; self.n1 = d1() if p1 is NOTHING else p1; self.n2 = d2() if p2 is NOTHING else p2
    return __init__

def mutable_oooooooooooooooooog(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17, s18, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17, d18):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18): self.n0 = d0() if p0 is NOTHING else p0; self.n1 = d1() if p1 is NOTHING else p1; self.n2 = d2() if p2 is NOTHING else p2; self.n3 = d3() if p3 is NOTHING else p3; self.n4 = d4() if p4 is NOTHING else p4; self.n5 = d5() if p5 is NOTHING else p5; self.n6 = d6() if p6 is NOTHING else p6; self.n7 = d7() if p7 is NOTHING else p7; self.n8 = d8() if p8 is NOTHING else p8; self.n9 = d9() if p9 is NOTHING else p9; self.n10 = d10() if p10 is NOTHING else p10; self.n11 = d11() if p11 is NOTHING else p11; self.n12 = d12() if p12 is NOTHING else p12; self.n13 = d13() if p13 is NOTHING else p13; self.n14 = d14() if p14 is NOTHING else p14; self.n15 = d15() if p15 is NOTHING else p15; self.n16 = d16() if p16 is NOTHING else p16; self.n17 = d17() if p17 is NOTHING else p17; self.n18 = p18
    return __init__

def mutable_then_ggf(NOTHING, s0, s1, s2, d0, d1, d2):
    def __init__(self, p0, p1): self.n0 = p0; self.n1 = p1; self.n2 = d2; self.__attrs_post_init__()
    return __init__

def mutable_then_gggggggggogllloogo(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p14, p15, p16, p17): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = p4; self.n5 = p5; self.n6 = p6; self.n7 = p7; self.n8 = p8; self.n9 = d9() if p9 is NOTHING else p9; self.n10 = p10; self.n14 = d14() if p14 is NOTHING else p14; self.n15 = d15() if p15 is NOTHING else p15; self.n16 = p16; self.n17 = d17() if p17 is NOTHING else p17; self.__attrs_post_init__()
    return __init__

def mutable_then_ggggggggllooooooooollogglooooooooogoologggggll(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17, s18, s19, s20, s21, s22, s23, s24, s25, s26, s27, s28, s29, s30, s31, s32, s33, s34, s35, s36, s37, s38, s39, s40, s41, s42, s43, s44, s45, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17, d18, d19, d20, d21, d22, d23, d24, d25, d26, d27, d28, d29, d30, d31, d32, d33, d34, d35, d36, d37, d38, d39, d40, d41, d42, d43, d44, d45):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p10, p11, p12, p13, p14, p15, p16, p17, p18, p21, p22, p23, p25, p26, p27, p28, p29, p30, p31, p32, p33, p34, p35, p36, p38, p39, p40, p41, p42, p43): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = p4; self.n5 = p5; self.n6 = p6; self.n7 = p7; self.n10 = d10() if p10 is NOTHING else p10; self.n11 = d11() if p11 is NOTHING else p11; self.n12 = d12() if p12 is NOTHING else p12; self.n13 = d13() if p13 is NOTHING else p13; self.n14 = d14() if p14 is NOTHING else p14; self.n15 = d15() if p15 is NOTHING else p15; self.n16 = d16() if p16 is NOTHING else p16; self.n17 = d17() if p17 is NOTHING else p17; self.n18 = d18() if p18 is NOTHING else p18; self.n21 = d21() if p21 is NOTHING else p21; self.n22 = p22; self.n23 = p23; self.n25 = d25() if p25 is NOTHING else p25; self.n26 = d26() if p26 is NOTHING else p26; self.n27 = d27() if p27 is NOTHING else p27; self.n28 = d28() if p28 is NOTHING else p28; self.n29 = d29() if p29 is NOTHING else p29; self.n30 = d30() if p30 is NOTHING else p30; self.n31 = d31() if p31 is NOTHING else p31; self.n32 = d32() if p32 is NOTHING else p32; self.n33 = d33() if p33 is NOTHING else p33; self.n34 = p34; self.n35 = d35() if p35 is NOTHING else p35; self.n36 = d36() if p36 is NOTHING else p36; self.n38 = d38() if p38 is NOTHING else p38; self.n39 = p39; self.n40 = p40; self.n41 = p41; self.n42 = p42; self.n43 = p43; self.__attrs_post_init__()
    return __init__

def mutable_then_gggggooooool(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11):
    def __init__(self, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = p3; self.n4 = p4; self.n5 = d5() if p5 is NOTHING else p5; self.n6 = d6() if p6 is NOTHING else p6; self.n7 = d7() if p7 is NOTHING else p7; self.n8 = d8() if p8 is NOTHING else p8; self.n9 = d9() if p9 is NOTHING else p9; self.n10 = d10() if p10 is NOTHING else p10; self.__attrs_post_init__()
    return __init__

def mutable_then_gggllllooggggg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13):
    def __init__(self, p0, p1, p2, p7, p8, p9, p10, p11, p12, p13): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n7 = d7() if p7 is NOTHING else p7; self.n8 = d8() if p8 is NOTHING else p8; self.n9 = p9; self.n10 = p10; self.n11 = p11; self.n12 = p12; self.n13 = p13; self.__attrs_post_init__()
    return __init__

def mutable_then_gggologg(NOTHING, s0, s1, s2, s3, s4, s5, s6, s7, d0, d1, d2, d3, d4, d5, d6, d7):
    def __init__(self, p0, p1, p2, p3, p5, p6, p7): self.n0 = p0; self.n1 = p1; self.n2 = p2; self.n3 = d3() if p3 is NOTHING else p3; self.n5 = d5() if p5 is NOTHING else p5; self.n6 = p6; self.n7 = p7; self.__attrs_post_init__()
    return __init__
